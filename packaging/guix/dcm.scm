;; SPDX-License-Identifier: MIT
;; dcm for Guix: guix package -f dcm.scm, beside the tarball that 'scripts/release' makes. Guix itself has no LAMMPS, so no
;; adapter is built: 'dcm adapter SOURCE' builds the adapter for the LAMMPS that you have.
(use-modules (guix packages)
             (guix gexp)
             (guix build-system cmake)
             ((guix licenses) #:prefix license:))

(package
  (name "dcm")
  (version "1.0.0")
  (source (local-file "dcm-1.0.0.tar.gz"))
  (build-system cmake-build-system)
  (arguments
   (list #:configure-flags #~(list "-DCMAKE_INSTALL_LIBDIR=lib")
         ;; The suite needs simulators; the installed command shows that it works.
         #:tests? #f
         #:phases
         #~(modify-phases %standard-phases
             (add-after 'install 'try
               (lambda _
                 (invoke (string-append #$output "/bin/dcm") "list"))))))
  (home-page "")
  (synopsis "Contact laws for granular simulation")
  (description
   "Laws of the contact between grains for the discrete element method: a
command, a library for C and Python, and a plugin for LAMMPS.")
  (license (list license:expat license:gpl2+)))
