// SPDX-License-Identifier: MIT
//! The law of coated.c in Rust: a state, an option, a refusal, an event, energies. coated.c tells the mechanics.
//!
//! The structs of the contract are those of dcm.rs, a file that dcm installs beside its headers: lay dcm.rs beside this file. No panic may leave a function that the host calls, so a panic aborts.
//! history_in and history_out may be one array: the law reads and writes numbers by pointers, and makes no slices.
//
//   rustc --edition 2021 -C opt-level=3 -C panic=abort --crate-type cdylib -o coated-rs.so examples/own-law/coated.rs
//
mod dcm;

use dcm::*;
use std::ffi::CString;
use std::os::raw::c_char;

/// A text of a description, as C has it.
macro_rules! text {
    ($text:literal) => {
        concat!($text, "\0").as_ptr() as *const c_char
    };
}

const LOADING: usize = 0;
const UNLOADING: usize = 1;
const FRICTION_COATED: usize = 2;
const FRICTION_BARE: usize = 3;
const WEAR: usize = 4;
const PARAMETERS: usize = 5;

const NUMBER: dcm_dimension = dcm_dimension::NONE;
const LENGTH: dcm_dimension = dcm_dimension { length: 1, ..NUMBER };
const STIFFNESS: dcm_dimension = dcm_dimension { mass: 1, time: -2, ..NUMBER };
const OF_PAIR: dcm_parameter = dcm_parameter {
    scope: DCM_PER_PAIR,
    mixing: DCM_MIX_GEOMETRIC,
    flags: DCM_REQUIRED,
    maximum: f64::INFINITY,
    ..dcm_parameter::new()
};
static PARAMETER_TABLE: [dcm_parameter; PARAMETERS] = [
    dcm_parameter {
        name: text!("k1"),
        symbol: text!("k1"),
        description: text!("stiffness while loading"),
        dimension: STIFFNESS,
        reason: text!("a spring pushes back"),
        ..OF_PAIR
    },
    dcm_parameter {
        name: text!("k2"),
        symbol: text!("k2"),
        description: text!("stiffness while unloading and loading again"),
        dimension: STIFFNESS,
        reason: text!("a spring pushes back"),
        ..OF_PAIR
    },
    dcm_parameter {
        name: text!("friction_coated"),
        symbol: text!("mu_c"),
        description: text!("coefficient of friction of the coat"),
        reason: text!("friction must not drive sliding"),
        ..OF_PAIR
    },
    dcm_parameter {
        name: text!("friction_bare"),
        symbol: text!("mu_b"),
        description: text!("coefficient of friction of the bare surface"),
        reason: text!("friction must not drive sliding"),
        ..OF_PAIR
    },
    dcm_parameter {
        name: text!("wear"),
        symbol: text!("L"),
        description: text!("slid path after which 1/e of the coat is left"),
        dimension: LENGTH,
        reason: text!("a path has a length"),
        ..OF_PAIR
    },
];

const COAT_WEARS: u32 = 0;
struct Words([*const c_char; 2]);
unsafe impl Sync for Words {} // they are constant
static CHOICES: Words = Words([text!("wears"), text!("stays")]);
static OPTION_TABLE: [dcm_option; 1] = [dcm_option {
    choice_count: 2,
    default_choice: COAT_WEARS,
    name: text!("coat"),
    description: text!("whether sliding wears the coat off"),
    choices: &CHOICES.0 as *const _,
    ..dcm_option::new()
}];

/// Components of the state of a contact.
const STRETCH: usize = 0;
const LARGEST: usize = 3;
const COVER: usize = 4;
static FIELDS: [dcm_history_field; 3] = [
    dcm_history_field {
        kind: DCM_VECTOR,
        parity: DCM_ODD,
        name: text!("stretch"),
        description: text!("stretch of the tangential spring, of 2 relative to 1"),
        dimension: LENGTH,
        ..dcm_history_field::new()
    },
    dcm_history_field {
        name: text!("largest_overlap"),
        description: text!("since the contact began"),
        dimension: LENGTH,
        ..dcm_history_field::new()
    },
    dcm_history_field {
        name: text!("cover"),
        description: text!("share of the surface that the coat covers"),
        ..dcm_history_field::new()
    },
];

/// Data that init makes of the parameters: a table of the pairs of materials.
struct InstanceData {
    wears: bool,
    pairs: Vec<[f64; PARAMETERS]>,
}

/// Rules that ranges cannot state. The sentence names the values and what is allowed.
fn refusal(data: &InstanceData) -> Option<String> {
    for value in &data.pairs {
        let (k1, k2) = (value[LOADING], value[UNLOADING]);
        if k2 < k1 || k1 == 0.0 {
            return Some(format!(
                "k1 = {k1} and k2 = {k2}: unloading must be at least as stiff as loading, and both above 0, or contacts create energy"
            ));
        }
        if data.wears && value[WEAR] == 0.0 {
            return Some("wear = 0: a coat wears off on some path; give wear > 0, or 'coat stays'".to_string());
        }
    }
    None
}

unsafe extern "C" fn init(setup: *const dcm_setup, instance: *mut dcm_instance) -> i32 {
    let (setup, instance) = (&*setup, &mut *instance);
    let pairs = (setup.material_count as usize).pow(2);
    let value = |p: usize, pair: usize| *(*setup.values.add(p)).add(pair);
    let data = InstanceData {
        wears: *setup.options == COAT_WEARS,
        pairs: (0..pairs).map(|pair| std::array::from_fn(|p| value(p, pair))).collect(),
    };
    if let Some(sentence) = refusal(&data) {
        let sentence = CString::new(sentence).unwrap_or_default();
        (instance.log)(instance.log_data, DCM_LOG_ERROR, sentence.as_ptr());
        return DCM_ERROR;
    }
    instance.data = Box::into_raw(Box::new(data)).cast();
    instance.unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
    DCM_OK
}

unsafe extern "C" fn destroy(instance: *mut dcm_instance) {
    drop(Box::from_raw((*instance).data.cast::<InstanceData>()));
}

unsafe extern "C" fn compute(instance: *const dcm_instance, c: *const dcm_contacts, r: *const dcm_response) -> i32 {
    let (data, c, r) = (&*(*instance).data.cast::<InstanceData>(), &*c, &*r);
    let value = &data.pairs[c.pair as usize]; // of all contacts of the batch
    for k in 0..c.count as usize {
        let force = along_the_normal(value, c, r, k);
        across_the_normal(value, c, r, k, force, data.wears);
    }
    DCM_OK
}

/// F = k1 xi on the way in, F = k2 (xi - rest) on the way out and in again. Returns the force.
unsafe fn along_the_normal(value: &[f64; PARAMETERS], c: &dcm_contacts, r: &dcm_response, k: usize) -> f64 {
    let (k1, k2) = (value[LOADING], value[UNLOADING]);
    let xi = (*c.overlap.add(k)).max(0.0);
    let before = *(*r.history_in.add(LARGEST)).add(k);
    let largest = xi.max(before);
    let spring = (xi - (1.0 - k1 / k2) * largest).max(0.0);
    let force = k2 * spring;
    *r.normal_force.add(k) = force;
    *(*r.history_out.add(LARGEST)).add(k) = largest;
    if let Some(energies) = r.energies.as_ref() {
        let lost = 0.5 * k1 * (1.0 - k1 / k2);
        *energies.stored_normal.add(k) = 0.5 * k2 * spring * spring;
        *energies.dissipated_normal.add(k) = 0.0;
        *energies.dissipated_plastic.add(k) = lost * (largest * largest - before * before);
    }
    force
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

unsafe fn across_the_normal(value: &[f64; PARAMETERS], c: &dcm_contacts, r: &dcm_response, k: usize, load: f64, wears: bool) {
    let stiffness = 2.0 / 7.0 * value[LOADING];
    let n: [f64; 3] = std::array::from_fn(|x| *c.normal[x].add(k));
    let v: [f64; 3] = std::array::from_fn(|x| *c.tangential_velocity[x].add(k));
    let mut u: [f64; 3] = std::array::from_fn(|x| *(*r.history_in.add(STRETCH + x)).add(k));
    let along = dot(&u, &n);
    let stored_before = 0.5 * stiffness * dot(&u, &u);
    let before: [f64; 3] = std::array::from_fn(|x| u[x] - along * n[x]);
    for x in 0..3 {
        u[x] += v[x] * c.dt - along * n[x];
    }
    let cover = *(*r.history_in.add(COVER)).add(k);
    let friction = value[FRICTION_BARE] + (value[FRICTION_COATED] - value[FRICTION_BARE]) * cover;
    let pull = stiffness * dot(&u, &u).sqrt();
    let limit = friction * load;
    let kept = if pull > limit { limit / pull } else { 1.0 };
    let slid = (pull - kept * pull) / stiffness;
    let mut work = 0.0;
    for x in 0..3 {
        u[x] *= kept;
        *r.tangential_force[x].add(k) = stiffness * u[x];
        *(*r.history_out.add(STRETCH + x)).add(k) = u[x];
        work += 0.5 * stiffness * (before[x] + u[x]) * v[x] * c.dt;
    }
    let left = if wears { cover * (-slid / value[WEAR]).exp() } else { cover };
    *(*r.history_out.add(COVER)).add(k) = left;
    if let Some(energies) = r.energies.as_ref() {
        let stored = 0.5 * stiffness * dot(&u, &u);
        *energies.stored_tangential.add(k) = stored;
        *energies.dissipated_tangential.add(k) = 0.0;
        *energies.dissipated_sliding.add(k) = work + stored_before - stored;
        *energies.stored_rolling.add(k) = 0.0;
        *energies.dissipated_rolling.add(k) = 0.0;
        *energies.dissipated_fracture.add(k) = 0.0;
    }
}

/// A contact begins with a full coat.
unsafe extern "C" fn history(_: *const dcm_instance, event: *const dcm_event) {
    let event = &*event;
    for k in 0..event.count as usize {
        *(*event.fields.add(COVER)).add(k) = 1.0;
    }
}

static COATED: dcm_model = dcm_model {
    history_version: 1,
    id: text!("coated-rs"),
    title: text!("Hysteretic spring, friction of a coat that wears off"),
    reference: text!("O. R. Walton, R. L. Braun, J. Rheol. 30 (1986) 949-980"),
    parameter_count: PARAMETERS as u32,
    option_count: OPTION_TABLE.len() as u32,
    history_count: FIELDS.len() as u32,
    events: 1 << DCM_CONTACT_BEGINS,
    parameters: &PARAMETER_TABLE as *const _,
    options: &OPTION_TABLE as *const _,
    history_fields: &FIELDS as *const _,
    init: Some(init),
    compute: Some(compute),
    history: Some(history),
    destroy: Some(destroy),
    ..dcm_model::new()
};

struct Models([*const dcm_model; 1]);
unsafe impl Sync for Models {} // they are constant
static MODELS: Models = Models([&COATED]);
static LIBRARY: dcm_library = dcm_library {
    abi_version: DCM_ABI_VERSION,
    name: text!("coated grains"),
    version: text!("1.0"),
    model_count: MODELS.0.len() as u32,
    models: &MODELS.0 as *const _,
    ..dcm_library::new()
};

/// The one symbol that a library exports.
#[no_mangle]
pub extern "C" fn dcm_library_entry(_: *const dcm_host) -> *const dcm_library {
    &LIBRARY
}
