/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * Stands in for the header of an MPI when the adapter is compiled, so that the adapter belongs to
 * no MPI and calls none (common/ranks.h): the headers of LAMMPS need the names of these types, and
 * the adapter touches nothing that depends on their sizes, which tests/lammps/layouts.cpp looks at.
 */
#ifndef DCM_WITHOUT_MPI_H
#define DCM_WITHOUT_MPI_H

#ifndef DCM_MPI_HANDLE
#define DCM_MPI_HANDLE struct dcm_mpi_object *
#endif

typedef DCM_MPI_HANDLE MPI_Comm;
typedef DCM_MPI_HANDLE MPI_Datatype;
typedef DCM_MPI_HANDLE MPI_Op;
typedef DCM_MPI_HANDLE MPI_Request;
typedef struct dcm_mpi_status MPI_Status;
typedef long long MPI_Offset;

#endif
