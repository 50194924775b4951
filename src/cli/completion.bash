# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of the command dcm for bash, as 'dcm completion' prints it. The help of a command says what it takes.
_dcm() {
  local dcm=${COMP_WORDS[0]} command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local help words wanted=(-W)
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$("$dcm" --help | sed -n 's/^  \([a-z]*\) .*/\1/p') --help --version"
  else
    help=$("$dcm" "$command" --help 2>/dev/null)
    words=$(sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' <<<"$help")
    case $help in
      *$'\n'"  $previous FILE "*) wanted=(-f -W) words='' ;;
      "Usage: dcm $command LAW"*) [ "$COMP_CWORD" -gt 2 ] || words="$("$dcm" list 2>/dev/null | cut -d' ' -f1) $words" ;;
      "Usage: dcm $command [options]"* | "Usage: dcm $command >"*) ;;
      *) # the command line of another program
        wanted=(-f -W)
        [ "$COMP_CWORD" -gt 2 ] || wanted=(-c "${wanted[@]}") ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen "${wanted[@]}" "$words" -- "$current")
}
complete -F _dcm dcm
