// SPDX-License-Identifier: MIT
// The page "Try a law": laws and driver of dcm as WebAssembly (site/laws), controls from what each law says of itself, plots by Chart.js.
"use strict";

// ------------------------------------------------------------------------------------------------------------------------- the module

/** The functions of site/laws/module.c. Text and numbers change hands in two places of the module's memory. */
class Laws {
  static async load(packed) {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const plain = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    const module = await WebAssembly.compile(await plain.arrayBuffer());
    // A system without files and without an environment.
    const system = Object.fromEntries(WebAssembly.Module.imports(module).map((one) => [one.name, () => 52]));
    const laws = new Laws();
    system.environ_get = () => 0;
    system.environ_sizes_get = (count, size) => {
      laws.view("Uint32", count, 1)[0] = laws.view("Uint32", size, 1)[0] = 0;
      return 0;
    };
    laws.functions = (await WebAssembly.instantiate(module, {wasi_snapshot_preview1: system})).exports;
    laws.functions._initialize();
    if (laws.functions.page_laws()) throw new Error(laws.text);
    laws.names = laws.text.trim().split("\n").sort();
    return laws;
  }
  view(type, place, count) {
    return new globalThis[type + "Array"](this.functions.memory.buffer, place, count);
  }
  get text() {
    const bytes = this.view("Uint8", this.functions.page_text());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  set text(value) {
    const bytes = new TextEncoder().encode(value + "\0");
    this.view("Uint8", this.functions.page_text(), bytes.length).set(bytes);
  }
  describe(law) {
    this.text = law;
    if (this.functions.page_describe()) throw new Error(this.text);
    return JSON.parse(this.text);
  }
  /** @param settings lines "name=value" @return {makesBonds, warnings} */
  choose(slot, law, settings) {
    this.text = [law, ...settings, ""].join("\n");
    const status = this.functions.page_choose(slot);
    if (status === 1) throw new Error(this.text);
    return {makesBonds: status === 2, warnings: this.text.trim()};
  }
  bodies(slot, m) {
    this.functions.page_bodies(slot, m.radius, m.density, (m.wall ? 1 : 0) | (m.bonded ? 4 : 0));
  }
  /** @param pairs [speed, angle] of each collision @return outcomes by the names of dcm collide --json; null where one failed */
  collide(slot, pairs, {dt = 0, steps = 0, maxSteps = 0}) {
    this.view("Float64", this.functions.page_numbers(), 2 * pairs.length).set(pairs.flat());
    const place = this.functions.page_collide(slot, pairs.length, dt, steps, maxSteps);
    this.reason = this.text;
    const length = 16 + 8 * OUTCOME.length;
    return pairs.map((_, i) => {
      const [failed, separated, steps] = this.view("Uint32", place + i * length, 3);
      const numbers = this.view("Float64", place + i * length + 16, OUTCOME.length);
      return failed ? null : {separated: !!separated, steps, ...Object.fromEntries(OUTCOME.map((name, k) => [name, numbers[k]]))};
    });
  }
  /** @return rows of time, overlap, normal and tangential force */
  trace(slot, m, {dt, steps}) {
    const count = this.functions.page_trace(slot, m.speed, m.angle, dt, Math.min(steps, MOST_STEPS));
    const numbers = this.view("Float64", this.functions.page_numbers(), 4 * count);
    return Array.from({length: count}, (_, i) => numbers.slice(4 * i, 4 * i + 4));
  }
  safeStep(slot) {
    const step = this.functions.page_safe_step(slot);
    return {step, limit: this.text};
  }
}

/** The numbers of dcm_api_outcome behind its counts, in their order. */
const ENERGIES = ["kinetic_before", "kinetic_after", "supplied", "stored", "dissipated_normal", "dissipated_plastic", "dissipated_tangential",
  "dissipated_sliding", "dissipated_rolling", "dissipated_fracture", "dissipated_by_arms", "dissipated_by_jumps", "residual"];
const OUTCOME = ["dt", "begin", "duration", "turn", "max_overlap", "max_normal_force", "max_tangential_force", "normal_restitution",
  "tangential_restitution", "surface_restitution", "energy_loss", ...["velocity_1", "velocity_2", "spin_1", "spin_2"].flatMap((v) =>
    ["x", "y", "z"].map((c) => v + c)), ...ENERGIES, "momentum_drift", "angular_momentum_drift"];

// ------------------------------------------------------------------------------------------------------------------------- computation

const STEPS = 1000; // of a collision
const MOST_STEPS = 10000; // of one among many, which sticks if it lasts longer; and of the steps that are drawn
const ANGLES = Array.from({length: 18}, (_, i) => 5 * i);
const SPEEDS = Array.from({length: 16}, (_, i) => 0.01 * 10 ** (i / 5));

/** The law of a side in its slot, and its collision. */
function compute(laws, slot, side, motion) {
  const state = laws.choose(slot, side.law, side.lines());
  const m = {...motion, bonded: motion.bonded && state.makesBonds};
  laws.bodies(slot, m);
  const [outcome] = laws.collide(slot, [[m.speed, m.angle]], {steps: STEPS});
  if (!outcome) throw new Error(laws.reason);
  return {...state, slot, side, law: side.law, outcome, trace: laws.trace(slot, m, outcome), safe: laws.safeStep(slot)};
}

/** Collisions at other speeds and angles, with the time step of that one. */
function sweep(laws, found, motion) {
  const many = {dt: found.outcome.dt, maxSteps: MOST_STEPS};
  found.speeds = laws.collide(found.slot, SPEEDS.map((x) => [x * motion.speed, 0]), many);
  found.angles = laws.collide(found.slot, ANGLES.map((x) => [motion.speed, x]), many);
}

// ---------------------------------------------------------------------------------------------------------------------------- controls

/** An element with attributes, and children that are elements or texts. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}

/** A number with all its digits, as programs of dcm read it, and with three. */
function whole(value) {
  const size = Math.abs(value);
  return value !== 0 && (size >= 1e5 || size < 1e-3) && Number.isFinite(value) ? value.toExponential().replace("e+", "e") : String(value);
}
const short = (value) => whole(Number(value.toPrecision(3)));

let unique = 0;

/** A slider and a field for one number. The slider is logarithmic where the range has no end. */
function numberControl({name, symbol, unit, description, minimum, maximum, excluded, value, changed}) {
  const least = minimum ?? -Infinity, most = maximum ?? Infinity;
  const isLinear = Number.isFinite(least) && Number.isFinite(most) || value === 0;
  const end = Number.isFinite(most) ? most : value === 0 ? 1 : value * 1000;
  const start = Number.isFinite(least) && (isLinear || least > 0) ? least : value / 1000;
  const at = (place) => isLinear ? start + (end - start) * place : start * (end / start) ** place;
  const placeOf = (x) => isLinear ? (x - start) / (end - start) : Math.log(x / start) / Math.log(end / start);
  const id = "try-" + ++unique;
  const field = element("input", {id, type: "text", inputmode: "decimal", value: whole(value), "aria-describedby": id + "-what", autocomplete: "off"});
  const slider = element("input", {type: "range", min: 0, max: 200, step: 1, "aria-label": `${name}, slider`, value: Math.round(200 * placeOf(value))});
  const say = () => slider.setAttribute("aria-valuetext", `${field.value} ${unit}`);
  slider.addEventListener("input", () => {
    const place = Math.min(Math.max(slider.value / 200, excluded && isLinear ? 0.005 : 0), 1);
    field.value = short(at(place));
    say();
    changed();
  });
  field.addEventListener("input", () => {
    const number = Number(field.value);
    if (field.value.trim() && Number.isFinite(number)) slider.value = Math.round(200 * placeOf(number));
    say();
    changed();
  });
  say();
  const range = `${description}${unit === "-" ? "" : `, in ${unit}`}`;
  return {
    node: element("div", {class: "try-number"}, element("label", {for: id, title: range}, symbol ? `${name} (${symbol})` : name,
      element("span", {class: "try-unit"}, unit === "-" ? "" : ` ${unit}`)), element("span", {class: "try-hidden", id: id + "-what"}, range), slider, field),
    get text() {
      return field.value.trim();
    },
  };
}

/** A field for a quantity of grains; while it is empty the law's usual value holds. */
function quantityControl({name, symbol, unit, description, changed}) {
  const id = "try-" + ++unique;
  const field = element("input", {id, type: "text", inputmode: "decimal", placeholder: "usual", title: `${description}, in ${unit}`, oninput: changed});
  return {node: element("div", {class: "try-word"}, element("label", {for: id}, `${name} (${symbol}) ${unit}`), field), get text() {
    return field.value.trim();
  }};
}

function wordControl({name, choices, value, description, changed}) {
  const id = "try-" + ++unique;
  const select = element("select", {id, title: description, onchange: changed}, ...choices.map((word) => element("option", {selected: word === value}, word)));
  return {node: element("div", {class: "try-word"}, element("label", {for: id, title: description}, name), select), get text() {
    return select.value;
  }};
}

/** The law of one side, with controls for its parameters, options and quantities. */
class Side {
  constructor(laws, slot, law, changed) {
    Object.assign(this, {laws, slot, changed, what: element("p", {class: "try-what"}), choices: element("div", {class: "try-settings"}),
      settings: element("div", {class: "try-settings"}),
      fault: element("p", {class: "try-fault", role: "alert"})});
    this.select = element("select", {id: "try-law-" + slot, onchange: () => this.take(this.select.value)},
      ...laws.names.map((name) => element("option", {selected: name === law}, name)));
    this.node = element("section", {class: "try-side try-side-" + slot, "aria-label": slot ? "Second law" : "Law"},
      element("div", {class: "try-word"}, element("label", {for: "try-law-" + slot}, slot ? "second law" : "law"), this.select), this.what, this.choices, this.settings, this.fault);
    this.take(law);
  }
  take(law) {
    const about = this.laws.describe(law);
    const changed = () => this.changed();
    this.law = law;
    this.about = about;
    this.controls = new Map();
    this.options = new Map();
    this.what.replaceChildren(about.title + ". ", element("a", {href: `laws/${law}.html`}, "The page of this law"));
    for (const o of about.options) this.options.set(o.name, wordControl({...o, value: o.default, changed}));
    for (const p of about.parameters) {
      const value = p.assumed ?? p.default ?? 0;
      this.controls.set(p.name, numberControl({...p, excluded: p.minimum_excluded, value, changed}));
    }
    // A law computes sums itself, and the mass and the number of a body are those of the body.
    for (const q of about.quantities)
      if (q.access !== "summed" && q.name !== "mass" && q.name !== "id") this.controls.set(q.name, quantityControl({...q, changed}));
    this.choices.replaceChildren(...[...this.options.values()].map((one) => one.node));
    this.settings.replaceChildren(...[...this.controls.values()].map((one) => one.node));
    this.changed();
  }
  /** Pairs [name, text] of what is set and is no default. */
  words() {
    const defaults = new Map(this.about.options.map((o) => [o.name, o.default]));
    return [...this.options].map(([name, one]) => [name, one.text]).filter(([name, text]) => text !== defaults.get(name));
  }
  numbers(ofLaw) {
    const known = new Map(this.about.parameters.map((p) => [p.name, p]));
    return [...this.controls].map(([name, one]) => [name, one.text]).filter(([name, text]) => ofLaw(known.get(name)?.scope) &&
      (known.has(name) ? known.get(name).required || Number(text) !== known.get(name).default || !text : text));
  }
  lines() {
    const numbers = this.numbers(() => true);
    const wrong = numbers.find(([, text]) => !text || !Number.isFinite(Number(text)));
    if (wrong) throw new Error(`${wrong[0]} must be a number, not '${wrong[1]}'`);
    return [...this.words(), ...numbers].map((pair) => pair.join("="));
  }
  /** What to type in each program. */
  inputs(motion) {
    const set = (pairs, between) => pairs.map((pair) => pair.join(between)).join(" ");
    const words = [...this.words(), ...this.numbers((scope) => scope === "law")];
    const numbers = this.numbers((scope) => scope === "material" || scope === "pair");
    const names = {young: "youngsModulus", poisson: "poissonsRatio", restitution: "coefficientRestitution", friction: "coefficientFriction",
      rolling: "coefficientRollingFriction"};
    const perPair = new Set(this.about.parameters.filter((p) => p.scope === "pair").map((p) => p.name));
    const flags = [["radius", motion.radius], ["density", motion.density], ["speed", motion.speed], ["angle", motion.angle]];
    const python = words.map(([name, text]) => `, ${name}=${Number.isFinite(Number(text)) ? text : JSON.stringify(text)}`).join("");
    return {
      LAMMPS: `pair_style dcm/${this.law.replaceAll("-", "/")} ${set(words, " ")}\npair_coeff * * ${set(numbers, " ")}` +
        this.about.quantities.filter((q) => q.name !== "mass" && q.name !== "id").map((q) => `\nfix ${q.name} all property/atom d_${q.name} ghost yes` +
          (this.controls.get(q.name)?.text ? `\nset group all d_${q.name} ${this.controls.get(q.name).text}` : "")).join(""),
      LIGGGHTS: (this.about.quantities.length ? "# dcm hands over no quantities of particles in LIGGGHTS: where the law needs them, use LAMMPS\n" : "") +
        `pair_style gran model dcm/${this.law} ${set(words, " ")}\npair_coeff * *\n` + numbers.map(([name, text]) =>
          `fix ${name} all property/global ${names[name] ?? name} ${perPair.has(name) ? "peratomtypepair 1" : "peratomtype"} ${text}`).join("\n"),
      Python: `import dcm\nlaw = dcm.Law("${this.law}"${python})\nm = law.materials(${numbers.map((pair) => pair.join("=")).join(", ")})\n` +
        `print(m.collide(speed=${motion.speed}, angle=${motion.angle}, radius=${motion.radius}, density=${motion.density}, steps=${STEPS}` +
        `${motion.wall ? ", wall=True" : ""}${motion.bonded ? ", bonded=True" : ""}))`,
      "the command dcm": `dcm collide ${this.law} ${[...this.words(), ...this.numbers(() => true)].map((pair) => "--set " + pair.join("=")).join(" ")} ` +
        `${flags.map(([name, text]) => `--${name} ${text}`).join(" ")} --steps ${STEPS}${motion.wall ? " --wall" : ""}${motion.bonded ? " --bonded" : ""}`,
    };
  }
}

// ------------------------------------------------------------------------------------------------------------------------------- plots

const COLOURS = [{light: "#0072b2", dark: "#56b4e9"}, {light: "#b45309", dark: "#f0a03c"}];

class Plot {
  constructor(title, x, y, more = {}) {
    this.canvas = element("canvas", {role: "img", "aria-label": title});
    this.node = element("figure", {class: "try-plot"}, element("figcaption", {}, title), element("div", {class: "try-canvas"}, this.canvas));
    const axis = (text, type = "linear") => ({type, title: {display: true, text}, ticks: {maxTicksLimit: 6, callback: (value) => short(Number(value))}});
    this.chart = new Chart(this.canvas, {type: more.type ?? "scatter", data: {datasets: []}, options: {
      animation: false, maintainAspectRatio: false, events: ["mousemove", "mouseout", "touchstart"],
      elements: {point: {radius: more.points ?? 0, hitRadius: 8}, line: {borderWidth: 2}}, interaction: {mode: "nearest", intersect: false},
      plugins: {legend: {display: true, labels: {boxWidth: 16, boxHeight: 2}}, tooltip: {animation: false}},
      scales: {x: axis(x, more.x), y: {...axis(y), ...more.y}}, ...more.options}});
    this.title = title;
  }
  /** @param series {label, points, slot, dashed} each @param said what the plot shows, in words */
  show(series, said) {
    const dark = getComputedStyle(document.body).getPropertyValue("--color-background-primary").trim() !== "white";
    const ink = dark ? "#d0d0d0" : "#333", line = dark ? "#3a3d40" : "#e2e4e8";
    this.chart.data.datasets = series.map(({label, points, slot, dashed}) => {
      const colour = COLOURS[slot][dark ? "dark" : "light"];
      return {label, data: points, showLine: true, borderColor: colour, backgroundColor: colour, borderDash: dashed ? [6, 4] : []};
    });
    for (const scale of Object.values(this.chart.options.scales)) {
      scale.ticks.color = scale.title.color = ink;
      scale.grid = {color: line};
    }
    this.chart.options.plugins.legend.labels.color = ink;
    this.canvas.setAttribute("aria-label", `${this.title}. ${said}`);
    this.chart.update("none");
  }
}

const POINTS = 250;

/** At most so many rows, until the forces have ended. */
function thin(all) {
  const rows = all.slice(0, all.findLastIndex(([, , normal, tangential]) => normal || tangential) + 2);
  const stride = Math.max(1, Math.ceil(rows.length / POINTS));
  return rows.filter((_, i) => i % stride === 0 || i === rows.length - 1);
}

function points(xs, outcomes, name) {
  return xs.map((x, i) => ({x, y: outcomes[i]?.[name] ?? NaN}));
}

/** Shares of the kinetic energy before the collision and of what was supplied. */
const SHARES = [["kept as motion", "kinetic_after"], ["stored", "stored"], ["normal damping", "dissipated_normal"], ["plastic", "dissipated_plastic"],
  ["tangential damping", "dissipated_tangential"], ["sliding", "dissipated_sliding"], ["rolling", "dissipated_rolling"], ["fracture", "dissipated_fracture"],
  ["lever arms", "dissipated_by_arms"], ["jumps", "dissipated_by_jumps"]];

class Plots {
  constructor() {
    this.force = new Plot("Force over overlap", "overlap, m", "normal force, N");
    this.time = new Plot("The collision: forces over time", "time, s", "force, N");
    this.speed = new Plot("Restitution over speed, head-on", "speed, m/s", "normal restitution", {x: "logarithmic", points: 2, y: {min: 0, suggestedMax: 1}});
    this.angle = new Plot("Tangential rebound over angle", "angle from the normal, degrees", "restitution", {points: 2, y: {suggestedMin: -1, suggestedMax: 1}});
    this.energy = new Plot("Where the energy goes", "", "", {type: "bar", options: {indexAxis: "y",
      scales: {x: {title: {display: true, text: "share, %"}, ticks: {}}, y: {title: {}, ticks: {autoSkip: false, font: {size: 11}}}}}});
    this.node = element("div", {class: "try-plots"}, ...[this.force, this.time, this.speed, this.angle, this.energy].map((one) => one.node));
  }
  /** Helpers for what was found: a series or several of each law, with its name, and a text of each law. */
  static of(found) {
    const name = (f) => found.length > 1 && found[0].law === found[1].law ? `${f.law} ${f.slot + 1}` : f.law;
    return {each: (make) => found.flatMap((f) => make(f).map((one) => ({...one, slot: f.slot, label: name(f) + (one.label ? ", " + one.label : "")}))),
      said: (text) => found.map((f) => `${name(f)}: ${text(f)}`).join(". ")};
  }
  showCollision(found) {
    const {each, said} = Plots.of(found);
    const rows = new Map(found.map((f) => [f, thin(f.trace)]));
    this.force.show(each((f) => [{points: rows.get(f).map(([, x, y]) => ({x, y}))}]),
      said((f) => `largest overlap ${short(f.outcome.max_overlap)} m, largest force ${short(f.outcome.max_normal_force)} N`));
    this.time.show(each((f) => [{label: "normal", points: rows.get(f).map(([x, , y]) => ({x, y}))},
      {label: "tangential", dashed: true, points: rows.get(f).map(([x, , , y]) => ({x, y}))}]), said((f) => `duration ${short(f.outcome.duration)} s`));
    const share = (f, key) => 100 * f.outcome[key] / (f.outcome.kinetic_before + f.outcome.supplied);
    const shown = SHARES.filter(([, key]) => found.some((f) => Math.abs(share(f, key)) > 0.01));
    this.energy.chart.data.labels = shown.map(([label]) => label);
    this.energy.show(each((f) => [{points: shown.map(([, key]) => share(f, key))}]),
      said((f) => shown.map(([label, key]) => `${label} ${short(share(f, key))} %`).join(", ")));
  }
  showSweeps(found, motion) {
    const {each, said} = Plots.of(found);
    this.speed.show(each((f) => [{points: points(SPEEDS.map((x) => x * motion.speed), f.speeds, "normal_restitution")}]),
      said((f) => `restitution ${SPEEDS.map((x, i) => `${short(f.speeds[i]?.normal_restitution ?? NaN)} at ${short(x * motion.speed)} m/s`).filter((_, i) => i % 5 === 0).join(", ")}`));
    this.angle.show(each((f) => [{label: "centres", points: points(ANGLES, f.angles, "tangential_restitution")},
      {label: "surfaces", dashed: true, points: points(ANGLES, f.angles, "surface_restitution")}]),
    said((f) => `of the centres ${ANGLES.map((x, i) => `${short(f.angles[i]?.tangential_restitution ?? NaN)} at ${x} degrees`).filter((_, i) => i % 3 === 1).join(", ")}`));
  }
}

// ---------------------------------------------------------------------------------------------------------------------------- the page

const NUMBERS = [["normal restitution", "normal_restitution", ""], ["tangential restitution", "tangential_restitution", ""],
  ["surface restitution", "surface_restitution", ""], ["duration", "duration", "s"], ["largest overlap", "max_overlap", "m"],
  ["largest normal force", "max_normal_force", "N"], ["largest tangential force", "max_tangential_force", "N"], ["energy that is lost, share", "energy_loss", ""]];

class Page {
  constructor(laws, root) {
    this.laws = laws;
    const changed = () => this.later();
    const control = (name, unit, value, minimum, maximum, description) =>
      [name, numberControl({name, unit, value, minimum, maximum, description, excluded: minimum === 0, changed})];
    this.motion = new Map([control("speed", "m/s", 1, 0, null, "speed of body 1"), control("angle", "degrees", 30, 0, 89, "angle from the normal"),
      control("radius", "m", 0.001, 0, null, "radius of the bodies"), control("density", "kg/m^3", 2500, 0, null, "density of the bodies")]);
    const box = (text, id) => {
      this[id] = element("input", {type: "checkbox", id: "try-" + id, onchange: changed});
      return element("div", {class: "try-box"}, this[id], element("label", {for: "try-" + id}, text));
    };
    this.sides = [];
    this.plots = new Plots();
    this.columns = element("div", {class: "try-sides"});
    this.bondedBox = box("the run begins with the bodies in touch", "bonded");
    this.table = element("table", {class: "try-table docutils"});
    this.said = element("p", {class: "try-hidden", "aria-live": "polite"});
    this.copies = element("div", {class: "try-copies"});
    this.work = element("div", {class: "try-work"}, this.plots.node, element("div", {class: "try-controls"},
      element("section", {"aria-label": "Motion", class: "try-motion"}, ...[...this.motion.values()].map((one) => one.node),
        element("div", {class: "try-boxes"}, box("body 2 is a flat wall", "wall"), this.bondedBox, box("a second law beside it", "second"))),
      this.columns));
    root.replaceChildren(this.work, element("div", {class: "table-wrapper"}, this.table), this.said, element("h2", {}, "The input"), this.copies);
    this.second.addEventListener("change", () => this.arrange());
    this.arrange();
    new MutationObserver(changed).observe(document.body, {attributes: true, attributeFilter: ["data-theme"]});
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
    this.update();
  }
  arrange() {
    const starts = ["hertz-mindlin", "jkr"];
    for (let slot = this.sides.length; slot < (this.second.checked ? 2 : 1); slot++) this.sides.push(new Side(this.laws, slot, starts[slot], () => this.later()));
    this.sides.length = this.second.checked ? 2 : 1;
    this.work.classList.toggle("try-two", this.second.checked);
    this.columns.replaceChildren(...this.sides.map((side) => side.node));
    this.later();
  }
  /** One picture for all changes until the screen is drawn. */
  later() {
    if (this.sides.length && !this.waits) this.waits = requestAnimationFrame(() => {
      this.waits = 0;
      this.update();
    });
  }
  asked() {
    const numbers = Object.fromEntries([...this.motion].map(([name, one]) => [name, Number(one.text)]));
    return {...numbers, wall: this.wall.checked, bonded: this.bonded.checked};
  }
  /** Draws the collision, and the sweeps when the browser has time. */
  update() {
    const begin = performance.now(), motion = this.asked(), found = [];
    for (const side of this.sides) {
      try {
        found.push(compute(this.laws, side.slot, side, motion));
        side.fault.textContent = found.at(-1).warnings;
      } catch (error) {
        side.fault.textContent = error.message;
      }
    }
    this.bondedBox.hidden = !found.some((f) => f.makesBonds);
    clearTimeout(this.rest);
    if (!found.length) return;
    this.plots.showCollision(found);
    this.tell(found);
    this.offer(found, motion);
    const first = performance.now() - begin;
    this.rest = setTimeout(() => {
      const again = performance.now();
      for (const f of found) sweep(this.laws, f, motion);
      this.plots.showSweeps(found, motion);
      this.drawn = {milliseconds: [first, performance.now() - again], found};
    });
  }
  /** The numbers with all their digits. */
  tell(found) {
    const row = (name, cells, kind = "td") => element("tr", {}, element("th", {scope: "row"}, name), ...cells.map((cell) => element(kind, kind === "th" ? {scope: "col"} : {}, cell)));
    this.table.replaceChildren(element("caption", {}, "The collision of the plots, as dcm collide computes it"),
      element("thead", {}, row("", found.map((f) => f.law), "th")), element("tbody", {},
        ...NUMBERS.map(([name, key, unit]) => row(name, found.map((f) => Number.isNaN(f.outcome[key]) ? "–" : `${whole(f.outcome[key])} ${unit}`))),
        row("longest safe step of a simulation", found.map((f) => Number.isFinite(f.safe.step) ? `${whole(f.safe.step)} s (${f.safe.limit})` : f.safe.limit || "no limit"))));
    this.said.textContent = found.map((f) => `${f.law}: restitution ${short(f.outcome.normal_restitution)}, longest safe step ${short(f.safe.step)} s`).join(". ");
  }
  offer(found, motion) {
    this.copies.replaceChildren(...found.flatMap((f) => Object.entries(f.side.inputs({...motion, bonded: motion.bonded && f.makesBonds})).map(([program, text]) => {
      const button = element("button", {type: "button", "aria-label": `Copy for ${program}`, onclick: () => navigator.clipboard.writeText(text).then(() => {
        button.textContent = "copied";
      })}, "copy");
      return element("div", {class: "try-copy"}, element("h3", {}, found.length > 1 ? `${program}: ${f.law}` : program), button,
        element("pre", {tabindex: 0, "aria-label": `Input for ${program}`}, text));
    })));
  }
}

document.addEventListener("DOMContentLoaded", async () => {
  const root = document.getElementById("living-laws");
  try {
    globalThis.dcmPage = new Page(await Laws.load(DCM_MODULE), root);
  } catch (error) {
    root.replaceChildren(element("p", {role: "alert"}, `This browser cannot run the laws: ${error.message}`));
    throw error;
  }
});
