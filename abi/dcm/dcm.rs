// SPDX-License-Identifier: MIT
//! The contract of contact laws in Rust: the structs and constants of dcm/dcm.h, whose comments say what each means. Made by
//! tests/abi/translate.py.
//!
//! `new` of a struct that a library hands over sets its size, and zeroes everything else: "not told".
#![allow(non_camel_case_types, dead_code)]

use core::ffi::c_void;
use std::os::raw::c_char;

pub const DCM_ABI_MAJOR: u32 = 1;
pub const DCM_ABI_VERSION: u32 = 65536;
pub const DCM_ALIGNMENT: u32 = 64;
pub const DCM_LANES: u32 = 8;
pub const DCM_MAY_BE_IGNORED: u32 = 2147418112;
pub const DCM_MOST_NAME: u32 = 64;
pub const DCM_MOST_TEXT: u32 = 1024;
pub const DCM_MOST_COUNT: u32 = 1024;
pub const DCM_MOST_FIELDS: u32 = 32;
pub const DCM_MOST_COMPONENTS: u32 = 64;
pub const DCM_MOST_QUANTITIES: u32 = 8;
pub const DCM_MOST_OUTPUTS: u32 = 16;
pub const DCM_OK: i32 = 0;
pub const DCM_ERROR: i32 = 1;
pub const DCM_LOG_INFO: u32 = 0;
pub const DCM_LOG_WARNING: u32 = 1;
pub const DCM_LOG_ERROR: u32 = 2;
pub const DCM_SIDE_PARTICLE: u32 = 0;
pub const DCM_SIDE_WALL: u32 = 1;
pub const DCM_PER_MATERIAL: u32 = 0;
pub const DCM_PER_PAIR: u32 = 1;
pub const DCM_PER_LAW: u32 = 2;
pub const DCM_MIX_NONE: u32 = 0;
pub const DCM_MIX_GEOMETRIC: u32 = 1;
pub const DCM_MIX_ARITHMETIC: u32 = 2;
pub const DCM_MIX_HARMONIC: u32 = 3;
pub const DCM_MIX_MINIMUM: u32 = 4;
pub const DCM_MIX_MAXIMUM: u32 = 5;
pub const DCM_REQUIRED: u32 = 1;
pub const DCM_MINIMUM_EXCLUDED: u32 = 2;
pub const DCM_MAXIMUM_EXCLUDED: u32 = 4;
pub const DCM_SCALAR: u32 = 0;
pub const DCM_VECTOR: u32 = 1;
pub const DCM_EVEN: u32 = 0;
pub const DCM_ODD: u32 = 1;
pub const DCM_READ: u32 = 0;
pub const DCM_SUM: u32 = 1;
pub const DCM_CHANGE: u32 = 2;
pub const DCM_CONSERVED: u32 = 65536;
pub const DCM_ARM_CONTACT_POINT: u32 = 0;
pub const DCM_ARM_RADIUS: u32 = 1;
pub const DCM_ARM_RADIUS_MINUS_HALF_OVERLAP: u32 = 2;
pub const DCM_UNUSED_COUPLES: u32 = 1;
pub const DCM_UNUSED_QUANTITIES: u32 = 2;
pub const DCM_UNUSED_SPINS: u32 = 65536;
pub const DCM_FIELD_USED: u32 = 0;
pub const DCM_FIELD_UNUSED: u32 = 1;
pub const DCM_FIELD_FOR_ENERGIES: u32 = 2;
pub const DCM_FIELD_HELD_OTHERWISE: u32 = 3;
pub const DCM_FRAME_AS_GIVEN: u32 = 0;
pub const DCM_FRAME_MID_STEP: u32 = 1;
pub const DCM_RADIUS_AT_WALLS: u32 = 1;
pub const DCM_STATE_AT_START: u32 = 2;
pub const DCM_BEGINS_AT_REACH: u32 = 4;
pub const DCM_ELLIPSE_AT_WALLS: u32 = 8;
pub const DCM_KNOWN_UNBALANCED: u32 = 65536;
pub const DCM_KNOWN_GAIN: u32 = 131072;
pub const DCM_KNOWN_RESTITUTION: u32 = 262144;
pub const DCM_KNOWN_STEP: u32 = 524288;
pub const DCM_KNOWN_FRICTION: u32 = 1048576;
pub const DCM_CONTACT_BEGINS: u32 = 0;
pub const DCM_CONTACT_SWAPS: u32 = 1;
pub const DCM_CONTACT_ENDS: u32 = 2;

pub type dcm_log_function = unsafe extern "C" fn(*mut c_void, u32, *const c_char);

pub type dcm_library_function = unsafe extern "C" fn(*const dcm_host) -> *const dcm_library;

#[repr(C)]
pub struct dcm_contacts {
    pub size: u32,
    pub count: u32,
    pub pair: u32,
    pub side_2: u32,
    pub dt: f64,
    pub time: f64,
    pub step: u64,
    pub normal: [*const f64; 3],
    pub bisector: [*const f64; 3],
    pub overlap: *const f64,
    pub normal_velocity: *const f64,
    pub tangential_velocity: [*const f64; 3],
    pub angular_velocity_1: [*const f64; 3],
    pub angular_velocity_2: [*const f64; 3],
    pub radius_1: *const f64,
    pub radius_2: *const f64,
    pub effective_radius: *const f64,
    pub effective_mass: *const f64,
    pub quantities_1: *const *const f64,
    pub quantities_2: *const *const f64,
    pub velocity_age: f64,
}

#[repr(C)]
pub struct dcm_energies {
    pub size: u32,
    pub reserved: u32,
    pub stored_normal: *mut f64,
    pub stored_tangential: *mut f64,
    pub stored_rolling: *mut f64,
    pub dissipated_normal: *mut f64,
    pub dissipated_plastic: *mut f64,
    pub dissipated_tangential: *mut f64,
    pub dissipated_sliding: *mut f64,
    pub dissipated_rolling: *mut f64,
    pub dissipated_fracture: *mut f64,
}

#[repr(C)]
pub struct dcm_response {
    pub size: u32,
    pub reserved: u32,
    pub normal_force: *mut f64,
    pub tangential_force: [*mut f64; 3],
    pub couple_1: [*mut f64; 3],
    pub couple_2: [*mut f64; 3],
    pub history_in: *const *const f64,
    pub history_out: *const *mut f64,
    pub energies: *const dcm_energies,
    pub added_1: *const *mut f64,
    pub added_2: *const *mut f64,
    pub outputs: *const *mut f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_dimension {
    pub mass: i8,
    pub length: i8,
    pub time: i8,
    pub temperature: i8,
    pub current: i8,
    pub denominator: u8,
    pub amount: i8,
    pub luminosity: i8,
}

impl dcm_dimension {
    /// Dimension of a pure number.
    pub const NONE: Self = Self { mass: 0, length: 0, time: 0, temperature: 0, current: 0, denominator: 0, amount: 0, luminosity: 0 };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_parameter {
    pub size: u32,
    pub scope: u32,
    pub mixing: u32,
    pub flags: u32,
    pub name: *const c_char,
    pub symbol: *const c_char,
    pub description: *const c_char,
    pub dimension: dcm_dimension,
    pub default_value: f64,
    pub minimum: f64,
    pub maximum: f64,
    pub reason: *const c_char,
    pub usual_minimum: f64,
    pub usual_maximum: f64,
}

impl dcm_parameter {
    pub const fn new() -> Self {
        Self {
            size: 96,
            scope: 0,
            mixing: 0,
            flags: 0,
            name: core::ptr::null(),
            symbol: core::ptr::null(),
            description: core::ptr::null(),
            dimension: dcm_dimension::NONE,
            default_value: 0.0,
            minimum: 0.0,
            maximum: 0.0,
            reason: core::ptr::null(),
            usual_minimum: 0.0,
            usual_maximum: 0.0,
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_parameter {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_option {
    pub size: u32,
    pub choice_count: u32,
    pub default_choice: u32,
    pub flags: u32,
    pub name: *const c_char,
    pub description: *const c_char,
    pub choices: *const *const c_char,
}

impl dcm_option {
    pub const fn new() -> Self {
        Self {
            size: 40,
            choice_count: 0,
            default_choice: 0,
            flags: 0,
            name: core::ptr::null(),
            description: core::ptr::null(),
            choices: core::ptr::null(),
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_option {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_history_field {
    pub size: u32,
    pub kind: u32,
    pub parity: u32,
    pub flags: u32,
    pub dimension: dcm_dimension,
    pub name: *const c_char,
    pub description: *const c_char,
}

impl dcm_history_field {
    pub const fn new() -> Self {
        Self {
            size: 40,
            kind: 0,
            parity: 0,
            flags: 0,
            dimension: dcm_dimension::NONE,
            name: core::ptr::null(),
            description: core::ptr::null(),
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_history_field {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_quantity {
    pub size: u32,
    pub access: u32,
    pub kind: u32,
    pub flags: u32,
    pub name: *const c_char,
    pub symbol: *const c_char,
    pub description: *const c_char,
    pub dimension: dcm_dimension,
    pub default_value: f64,
    pub minimum: f64,
    pub maximum: f64,
}

impl dcm_quantity {
    pub const fn new() -> Self {
        Self {
            size: 72,
            access: 0,
            kind: 0,
            flags: 0,
            name: core::ptr::null(),
            symbol: core::ptr::null(),
            description: core::ptr::null(),
            dimension: dcm_dimension::NONE,
            default_value: 0.0,
            minimum: 0.0,
            maximum: 0.0,
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_quantity {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_output {
    pub size: u32,
    pub flags: u32,
    pub name: *const c_char,
    pub description: *const c_char,
    pub dimension: dcm_dimension,
}

impl dcm_output {
    pub const fn new() -> Self {
        Self {
            size: 32,
            flags: 0,
            name: core::ptr::null(),
            description: core::ptr::null(),
            dimension: dcm_dimension::NONE,
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_output {}

#[repr(C)]
pub struct dcm_instance {
    pub size: u32,
    pub velocity_arm: u32,
    pub moment_arm: u32,
    pub frame: u32,
    pub unused: u32,
    pub flags: u32,
    pub field_use: [u8; DCM_MOST_FIELDS as usize],
    pub data: *mut c_void,
    pub log: dcm_log_function,
    pub log_data: *mut c_void,
    pub reserved: [u64; 8],
}

#[repr(C)]
pub struct dcm_setup {
    pub size: u32,
    pub abi_version: u32,
    pub material_count: u32,
    pub reserved: u32,
    pub values: *const *const f64,
    pub options: *const u32,
    pub extension: Option<unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_void>,
    pub extension_data: *mut c_void,
}

#[repr(C)]
pub struct dcm_event {
    pub size: u32,
    pub event: u32,
    pub count: u32,
    pub side_2: u32,
    pub pair: u32,
    pub reserved: u32,
    pub fields: *const *mut f64,
}

#[repr(C)]
pub struct dcm_sides {
    pub size: u32,
    pub pair: u32,
    pub side_2: u32,
    pub reserved: u32,
    pub radius_1: f64,
    pub radius_2: f64,
    pub effective_radius: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_model {
    pub size: u32,
    pub history_version: u32,
    pub id: *const c_char,
    pub title: *const c_char,
    pub reference: *const c_char,
    pub parameter_count: u32,
    pub option_count: u32,
    pub history_count: u32,
    pub needs: u32,
    pub events: u32,
    pub quantity_count: u32,
    pub output_count: u32,
    pub least_version: u32,
    pub parameters: *const dcm_parameter,
    pub options: *const dcm_option,
    pub history_fields: *const dcm_history_field,
    pub quantities: *const dcm_quantity,
    pub outputs: *const dcm_output,
    pub init: Option<unsafe extern "C" fn(*const dcm_setup, *mut dcm_instance) -> i32>,
    pub compute: Option<unsafe extern "C" fn(*const dcm_instance, *const dcm_contacts, *const dcm_response) -> i32>,
    pub history: Option<unsafe extern "C" fn(*const dcm_instance, *const dcm_event)>,
    pub reach: Option<unsafe extern "C" fn(*const dcm_instance, *const dcm_sides) -> f64>,
    pub destroy: Option<unsafe extern "C" fn(*mut dcm_instance)>,
    pub extension: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
}

impl dcm_model {
    pub const fn new() -> Self {
        Self {
            size: 152,
            history_version: 0,
            id: core::ptr::null(),
            title: core::ptr::null(),
            reference: core::ptr::null(),
            parameter_count: 0,
            option_count: 0,
            history_count: 0,
            needs: 0,
            events: 0,
            quantity_count: 0,
            output_count: 0,
            least_version: 0,
            parameters: core::ptr::null(),
            options: core::ptr::null(),
            history_fields: core::ptr::null(),
            quantities: core::ptr::null(),
            outputs: core::ptr::null(),
            init: None,
            compute: None,
            history: None,
            reach: None,
            destroy: None,
            extension: None,
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_model {}

#[repr(C)]
pub struct dcm_host {
    pub size: u32,
    pub abi_version: u32,
    pub name: *const c_char,
    pub log: dcm_log_function,
    pub log_data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dcm_library {
    pub size: u32,
    pub abi_version: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub model_count: u32,
    pub flags: u32,
    pub models: *const *const dcm_model,
}

impl dcm_library {
    pub const fn new() -> Self {
        Self {
            size: 40,
            abi_version: 0,
            name: core::ptr::null(),
            version: core::ptr::null(),
            model_count: 0,
            flags: 0,
            models: core::ptr::null(),
        }
    }
}

/// Descriptions are constant.
unsafe impl Sync for dcm_library {}
