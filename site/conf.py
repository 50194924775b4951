# SPDX-License-Identifier: MIT
"""The site: the pages of docs/ as they stand, by Sphinx with MyST and furo. scripts/site calls Sphinx on a folder of links to the repository, so that
all links of a page that lead to another file of the repository lead there in the site, too."""

import os
import re

project = "dcm"
author = "the dcm developers"
copyright = f"2026, {author}"
with open(os.path.join(os.environ["DCM_ROOT"], "CMakeLists.txt"), encoding="utf-8") as file:
    release = version = re.search(r"project\([^)]*VERSION ([0-9.]+)", file.read())[1]

extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "index"
# Pages of other folders are for those who work there, or what a program left.
include_patterns = ["index.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "abi/**", "docs/**", "examples/**", "inputs/**"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 6
highlight_language = "none"
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = f"dcm {release}"
html_static_path = [os.path.join(os.environ["DCM_ROOT"], "site", "static"), os.environ["DCM_SITE_LAWS"],
                    "/usr/share/javascript/chart.js/chart.min.js"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
# The summaries of search results would be fetched, which no browser does from the file system.
html_show_search_summary = False
templates_path = []

# The aims of a reader, and the pages for each, in this order.
NAVIGATION = {
    "Run my input": ["docs/install", "docs/drop-in", "docs/lammps/pair_gran_dcm", "docs/lammps/pair_granular_dcm",
                     "docs/lammps/pair_granular_superellipsoid_dcm", "docs/lammps/pair_dcm", "docs/lammps/pair_dcm_beside", "docs/lammps/log", "docs/lammps/fix_nve_sphere_dcm", "docs/lammps/compatibility",
                     "docs/liggghts/gran_model_dcm", "docs/liggghts/input_in_lammps", "docs/examples"],
    "Choose a law": ["docs/try-a-law", "docs/laws/README", "docs/errata"],
    "Walls": ["docs/lammps/fix_wall_dcm", "docs/lammps/fix_wall_dcm_region", "docs/lammps/fix_wall_dcm_mesh", "docs/lammps/fix_wall_gran_dcm",
              "docs/lammps/from_liggghts_meshes", "docs/surfaces", "docs/shapes"],
    "Energies": ["docs/energy", "docs/lammps/fix_dcm_energy"],
    "A law of my own": ["docs/own-law", "docs/check", "docs/own-host", "abi/README", "abi/reasons"],
    "Evidence": ["docs/verification", "docs/benchmarks", "docs/verification-impacts", "docs/verification-hosts", "docs/verification-lammps", "docs/performance",
                 "docs/performance-many", "docs/performance-tried", "docs/testing"],
    "Reference": ["docs/words", "docs/cli", "docs/python", "docs/libdcm", "docs/lammps/compute_dcm_contact_local", "docs/lammps/dcm", "SECURITY", "CHANGELOG"],
    "Change dcm": ["CONTRIBUTING", "docs/design", "docs/design-hosts", "docs/parameter-to-force", "docs/new-law", "docs/changed-formula", "docs/new-wall-option",
                   "docs/new-release", "docs/contract-changes", "docs/releasing"],
}
# Pages that stand below a page, as patterns.
BELOW = {"docs/laws/README": "/docs/laws/.*", "docs/examples": "/examples/.*|/inputs/.*"}


def toctree(entries, caption="", options=":hidden:\n"):
    caption = f":caption: {caption}\n" if caption else ""
    return f"\n\n```{{toctree}}\n{caption}{options}\n" + "\n".join(entries) + "\n```\n"


def link(app, page, found):
    """A link of a page, as the site has it. A folder is not part of the site: then only the words remain, or the page of the folder."""
    words, target = found[1], found[2]
    path, hash_, part = target.partition("#")
    if part in app.config.places_with_names:
        return f"[{words}]({part})"
    if re.match(r"[a-z]+:", target) or not path:
        return found[0]
    here = os.path.dirname("README" if page == "index" else page)
    aim = os.path.normpath(os.path.join(here, path))
    if os.path.isdir(os.path.join(app.srcdir, aim)):
        aim = os.path.join(aim, "README.md")
    name = "index" if aim == "README.md" else os.path.splitext(aim)[0]
    if aim.endswith(".md") and name in app.env.found_docs:
        return f"[{words}]({os.path.relpath(name + '.md', os.path.dirname(page) or '.')}{hash_}{part})"
    is_outside = os.path.exists(os.path.join(app.srcdir, here, path)) and aim.endswith(".md")
    return words if is_outside else found[0]


def prose(app, page, text):
    """Text that is no code, with links of the site, and with the indices and exponents of its formulas set as such: v_n, C^(2/5)."""
    text = re.sub(r'<a id="([\w-]+)"></a>', r"(\1)=", text)
    parts = re.split(r"(`[^`]*`|\]\([^()\s]+\))", text)
    parts[::2] = [re.sub(r"\^(\(?[\d/+−.]+\)?)", r"{sup}`\1`", re.sub(r"(?<!\w)(\*\*[a-zω]\*\*|rc|[A-Za-zα-ωΑ-Ω])_([a-z0-9]{1,3})(?![A-Za-z0-9_])", r"\1{sub}`\2`", one))
                  for one in parts[::2]]
    return re.sub(r"(?<!!)\[((?:[^][]|\[[^][]*\])*)\]\(([^()\s]+)\)", lambda found: link(app, page, found), "".join(parts))


def read(app, page, source):
    # Blocks of code stay as they are, between fences or indented behind a blank line.
    parts = re.split(r"(^```.*?^```$|(?<=\n\n)    .*?(?=\n\n(?! ))|^#[^\n]*$)", source[0], flags=re.M | re.S)
    parts[::2] = [prose(app, page, one) for one in parts[::2]]
    text = "".join(parts)
    if page in BELOW:
        text += toctree(name for name in sorted("/" + found for found in app.env.found_docs) if re.fullmatch(BELOW[page], name) and name != "/" + page)
    if page == "index":
        text += "".join(toctree(entries, caption) for caption, entries in NAVIGATION.items())
    source[0] = text


def add_laws(app, page, template, context, doctree):
    """The page on which laws can be tried has scripts of its own."""
    if page == "docs/try-a-law":
        context["furo_hide_toc"] = True
        for name in ("chart.min.js", "laws.js", "try.js"):
            app.add_js_file(name, loading_method="defer")


def mend_theme(app, exception):
    """Debian's furo asks a web server for one style, has its script in two files, which browsers do not load from the file system, and
    lost the rule by which a page is dark where the reader's system is."""
    if exception or app.builder.format != "html":
        return
    static = os.path.join(app.outdir, "_static")

    def change(name, old, new):
        with open(os.path.join(static, name), encoding="utf-8") as file:
            text = file.read()
        if old in text:
            with open(os.path.join(static, name), "w", encoding="utf-8") as file:
                file.write(text.replace(old, new))

    with open("/usr/share/javascript/normalize.css/normalize.css", encoding="utf-8") as file:
        change("styles/furo.css", "@import url(/javascript/normalize.css/normalize.css);", file.read())
    with open(os.path.join(static, "styles", "furo.css"), encoding="utf-8") as file:
        dark = re.search(r'body\[data-theme="dark"\] ({.*?})', file.read(), re.S)[1]
    with open(os.path.join(static, "styles", "furo.css"), "a", encoding="utf-8") as file:
        file.write('@media (prefers-color-scheme: dark) { body[data-theme="auto"] %s }\n' % dark)
    with open(os.path.join(static, "scripts", "gumshoe-patched.js"), encoding="utf-8") as file:
        change("scripts/furo.js", 'import Gumshoe from "./gumshoe-patched.js";', file.read())


def named_places():
    """Places in pages that have a name beside their headings."""
    for folder, _, files in os.walk(os.path.join(os.environ["DCM_ROOT"], "docs")):
        for name in files:
            if name.endswith(".md"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield from re.findall(r'<a id="([\w-]+)"></a>', file.read())


def setup(app):
    app.add_config_value("places_with_names", sorted(named_places()), "env")
    app.connect("html-page-context", add_laws)
    app.connect("build-finished", mend_theme)
    app.connect("source-read", read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
