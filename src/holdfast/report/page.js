// What the page can do beyond being read: sort tables, save them, show what a point of a chart stands for, and look at
// single cases. Text is only ever set as text, never as markup; the policy of the page lets no other script run.
"use strict";
(() => {
  const ROW = 34; // the height of a row of the list, as the style sheet has it
  const OUTCOME_MARKS = ["✓", "✗", "–", "·"];
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  // Control, format and bidirectional characters are shown as their codes: an answer must not rearrange the page.
  const visible = (text) =>
    String(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (c) =>
      c === "\n" || c === "\t" ? c : `\\u${c.codePointAt(0).toString(16).padStart(4, "0")}`);
  const count = (number) => number.toLocaleString("en");
  const unpack = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const held = (id) => document.getElementById(id)?.textContent ?? "";
  const save = (text, name) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  // -- tables -------------------------------------------------------------------------------------------------------

  const sortKey = (cell) => {
    const text = cell.textContent.trim();
    const number = parseFloat(text.replaceAll(",", ""));
    return Number.isNaN(number) || !/^[-+]?[\d.]/.test(text) ? text.toLowerCase() : number;
  };
  const compare = (a, b) =>
    typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;

  const sortBy = (table, head) => {
    const column = [...head.parentElement.children].indexOf(head);
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [sortKey(row.cells[column]), row]);
    rows.sort(([a], [b]) => (down ? compare(b, a) : compare(a, b)));
    body.append(...rows.map(([, row]) => row));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = make("button", { type: "button", class: "sort" });
      button.append(...head.childNodes);
      button.addEventListener("click", () => sortBy(table, head));
      head.append(button);
    }
  }
  for (const button of document.querySelectorAll("button[data-csv]")) {
    button.hidden = false;
    button.addEventListener("click", async () =>
      save(await unpack(held(button.dataset.csv)), button.dataset.name));
  }

  // -- charts -------------------------------------------------------------------------------------------------------

  const tip = make("div", { id: "tip", role: "status", hidden: "" });
  document.body.append(tip);
  let shownMark = null;
  const showTip = (mark) => {
    shownMark?.classList.remove("told");
    shownMark = mark;
    mark.classList.add("told");
    tip.textContent = mark.getAttribute("aria-label");
    tip.hidden = false;
    const box = mark.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 8;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${(above > 4 ? above : box.bottom + 8) + scrollY}px`;
  };
  const hideTip = () => {
    tip.hidden = true;
    shownMark?.classList.remove("told");
    shownMark = null;
  };
  for (const figure of document.querySelectorAll("figure")) {
    const marks = [...figure.querySelectorAll("path[aria-label]")];
    const stage = figure.querySelector(".scroll");
    if (!marks.length || !stage) continue;
    for (const mark of marks) {
      mark.addEventListener("pointerenter", () => showTip(mark));
      mark.addEventListener("pointerleave", hideTip);
    }
    stage.dataset.interactive = String(marks.length);
    stage.setAttribute("aria-label", `${stage.getAttribute("aria-label")}. Arrow keys tell its ${marks.length} points.`);
    let at = -1;
    stage.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") hideTip();
      if (!step) return;
      event.preventDefault();
      at = (at + step + marks.length) % marks.length;
      marks[at].scrollIntoView({ block: "nearest", inline: "nearest" });
      showTip(marks[at]);
    });
    stage.addEventListener("blur", hideTip);
  }

  // -- cases --------------------------------------------------------------------------------------------------------

  const place = document.getElementById("explorer");
  if (!place) return;
  const blocks = new Map();
  const read = async (kind, index, data) => {
    const number = Math.floor(index / data.block) + (kind === "reply" ? data.promptBlocks : 0);
    if (!blocks.has(number)) {
      if (blocks.size > 8) blocks.delete(blocks.keys().next().value);
      blocks.set(number, JSON.parse(await unpack(held(`block-${number}`))));
    }
    return blocks.get(number)[index % data.block];
  };

  class Explorer {
    constructor(data) {
      this.data = data;
      this.rows = data.asked.length;
      this.found = Uint32Array.from({ length: this.rows }, (_, i) => i);
      this.active = 0;
      this.list = place.querySelector(".list");
      this.inner = place.querySelector(".rows");
      this.detail = document.getElementById("case");
      this.lowered = data.cases.name.map((name, i) => `${name} ${data.cases.id[i]}`.toLowerCase());
      this.answers = data.answer.levels.map((level) => level.toLowerCase());
      this.filters = this.makeFilters();
      this.list.addEventListener("scroll", () => this.draw(), { passive: true });
      this.list.addEventListener("keydown", (event) => this.key(event));
      this.list.addEventListener("click", (event) => {
        const row = event.target.closest("[data-at]");
        if (row) this.open(Number(row.dataset.at));
      });
      new ResizeObserver(() => this.draw()).observe(this.list);
      place.querySelector("[data-save]").addEventListener("click", () => this.saveFound());
    }

    // A filter is [codes of a row, levels]; those of a case are looked up through the row's case.
    makeFilters() {
      const { data } = this;
      const byCase = (column) => ({ levels: column.levels, of: (row) => column.codes[data.asked[row]] });
      const given = {
        agent: { levels: data.agent.levels, of: (row) => data.agent.codes[row] },
        outcome: { levels: data.outcomes, of: (row) => data.outcome[row] },
        suite: byCase(data.cases.suite),
        role: byCase(data.cases.role),
        ...Object.fromEntries(Object.entries(data.factors).map(([name, column]) => [name, byCase(column)])),
      };
      const form = place.querySelector(".filters");
      const filters = [];
      for (const [name, { levels, of }] of Object.entries(given)) {
        if (levels.length < 2 || data.unlisted.includes(name)) continue;
        const id = `filter-${filters.length}`;
        const select = make("select", { id });
        select.append(make("option", { value: "" }, "all"));
        levels.forEach((level, code) => select.append(make("option", { value: code }, visible(level).slice(0, 80))));
        select.addEventListener("input", () => this.filter());
        form.append(make("div", { class: "filter" }, make("label", { for: id }, name), select));
        filters.push({ select, of });
      }
      this.search = place.querySelector("input[type=search]");
      this.search.addEventListener("input", () => this.filter());
      place.querySelector("[data-clear]").addEventListener("click", () => {
        for (const { select } of filters) select.value = "";
        this.search.value = "";
        this.filter();
      });
      return filters;
    }

    filter() {
      const began = performance.now();
      const { data } = this;
      const wanted = this.filters.filter(({ select }) => select.value !== "");
      const chosen = wanted.map(({ select, of }) => [of, Number(select.value)]);
      const text = this.search.value.trim().toLowerCase();
      const inCase = text && this.lowered.map((name) => name.includes(text));
      const inAnswer = text && this.answers.map((answer) => answer.includes(text));
      const found = [];
      rows: for (let row = 0; row < this.rows; row++) {
        for (const [of, code] of chosen) if (of(row) !== code) continue rows;
        if (text && !inCase[data.asked[row]] && !inAnswer[data.answer.codes[row]]) continue;
        found.push(row);
      }
      this.found = found;
      this.active = 0;
      this.list.scrollTop = 0;
      this.draw();
      place.dataset.filterMs = (performance.now() - began).toFixed(1);
    }

    draw() {
      const { data, found } = this;
      const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 5);
      const last = Math.min(found.length, first + Math.ceil(this.list.clientHeight / ROW) + 10);
      this.inner.style.height = `${found.length * ROW}px`;
      this.list.setAttribute("aria-rowcount", found.length);
      const drawn = [];
      for (let at = first; at < last; at++) {
        const row = found[at];
        const asked = data.asked[row];
        const outcome = data.outcome[row];
        const cells = [
          [`outcome-${outcome}`, `${OUTCOME_MARKS[outcome]} ${data.outcomes[outcome]}`],
          ["agent", data.agent.levels[data.agent.codes[row]]],
          ["name", data.cases.name[asked]],
          ["answer", data.answer.levels[data.answer.codes[row]] ?? ""],
        ];
        const line = make("div", {
          role: "row", id: `row-${at}`, "data-at": at, "aria-rowindex": at + 1, "aria-selected": at === this.active,
        });
        line.style.top = `${at * ROW}px`;
        for (const [name, text] of cells) line.append(make("span", { role: "gridcell", class: name }, visible(text)));
        drawn.push(line);
      }
      this.inner.replaceChildren(...drawn);
      if (this.active >= first && this.active < last) this.list.setAttribute("aria-activedescendant", `row-${this.active}`);
      else this.list.removeAttribute("aria-activedescendant");
      place.querySelector(".count").textContent =
        `${count(found.length)} of ${count(this.rows)} answers`;
      place.dataset.ready = "";
    }

    key(event) {
      const page = Math.max(1, Math.floor(this.list.clientHeight / ROW) - 1);
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (this.found.length) this.open(this.active);
      }
      if (step === undefined) return;
      event.preventDefault();
      this.move(Math.min(Math.max(0, this.active + step), this.found.length - 1));
    }

    move(at) {
      this.active = Math.max(0, at);
      const top = this.active * ROW;
      const view = this.list;
      if (top < view.scrollTop) view.scrollTop = top;
      if (top + ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW - view.clientHeight;
      this.draw();
    }

    async open(at) {
      this.move(at);
      const { data } = this;
      const row = this.found[at];
      const asked = data.asked[row];
      const [prompt, reply] = [await read("prompt", asked, data), await read("reply", row, data)];
      const outcome = data.outcome[row];
      const cases = data.cases;
      const level = (column, index) => column.levels[column.codes[index]];
      const facts = {
        agent: level(data.agent, row), expected: level(cases.target, asked) ?? "nothing: this case calibrates others",
        decision: level(data.answer, row) ?? "none could be read", outcome: data.outcomes[outcome],
        suite: level(cases.suite, asked), role: level(cases.role, asked), repetition: data.replicate[row] + 1,
        cluster: level(cases.unit, asked), id: cases.id[asked],
        ...Object.fromEntries(
          Object.entries(data.factors).map(([name, column]) => [name, level(column, asked)]).filter(([, v]) => v !== undefined)),
      };
      const title = make("h3", { tabindex: "-1" }, visible(cases.name[asked]));
      const list = make("dl", { class: "facts" });
      for (const [name, value] of Object.entries(facts))
        list.append(make("div", {}, make("dt", {}, name), make("dd", {}, visible(value))));
      const parts = [title, list, make("h4", {}, "What the agent saw")];
      for (const [who, text, length] of prompt.turns) parts.push(this.text(who, text, length));
      if (prompt.offer !== undefined) parts.push(this.offer(data.offers[prompt.offer]));
      parts.push(make("h4", {}, "What came back"));
      if (reply.failure) parts.push(make("p", { class: "not-met" }, `No answer: ${visible(reply.failure)}`));
      if (reply.text !== undefined) parts.push(this.text(reply.finish === "length" ? "reply, cut at its limit" : "reply", reply.text, reply.length));
      for (const [what, text, length] of reply.calls ?? []) parts.push(this.text(what, text, length));
      if (reply.logprobs) parts.push(this.arithmetic(prompt.options, reply));
      if (reply.values) {
        parts.push(make("h4", {}, "How it was scored"));
        const values = make("dl", { class: "facts" });
        for (const [name, value] of Object.entries(reply.values))
          values.append(make("div", {}, make("dt", {}, name), make("dd", {}, String(value))));
        parts.push(values);
      }
      this.detail.replaceChildren(...parts);
      this.detail.hidden = false;
      this.detail.dataset.row = row;
      title.focus({ preventScroll: true });
      this.detail.scrollIntoView({ block: "nearest" });
      history.replaceState(null, "", `#case=${cases.id[asked]}`);
    }

    text(label, text, length) {
      const note = length ? `${label} (the first ${count(text.length)} of ${count(length)} characters)` : label;
      const body = make("pre", { tabindex: "0", role: "region", "aria-label": visible(note) }, visible(text));
      return make("figure", { class: "said" }, make("figcaption", {}, visible(note)), body);
    }

    offer(tools) {
      const list = make("dl", { class: "offer" });
      for (const [signature, about] of tools)
        list.append(make("dt", { class: "code" }, visible(signature)), make("dd", {}, visible(about)));
      return make("details", {}, make("summary", {}, `Tools on offer: ${tools.length}`), list);
    }

    arithmetic(options, reply) {
      const heads = ["Option", "Log-probability", ...(reply.tokens ? ["Tokens", "Per token"] : [])];
      const head = make("tr", {}, ...heads.map((text, i) => make("th", { scope: "col", ...(i ? { class: "num" } : {}) }, text)));
      const rows = reply.logprobs.map((value, i) => {
        const numbers = [value.toFixed(4), ...(reply.tokens ? [reply.tokens[i], (value / reply.tokens[i]).toFixed(4)] : [])];
        return make("tr", {}, make("th", { scope: "row" }, visible(options[i] ?? i)),
          ...numbers.map((text) => make("td", { class: "num" }, String(text))));
      });
      const table = make("table", {}, make("caption", {}, "Log-probabilities of the options"), make("thead", {}, head), make("tbody", {}, ...rows));
      return make("div", { class: "scroll", role: "group", tabindex: "0", "aria-label": "Log-probabilities" }, table);
    }

    saveFound() {
      const { data } = this;
      const quote = (text) => `"${String(text ?? "").replaceAll('"', '""').replace(/^([=+\-@\t\r])/, "'$1")}"`;
      const lines = Array.from(this.found, (row) => {
        const asked = data.asked[row];
        return [data.agent.levels[data.agent.codes[row]], data.cases.id[asked], data.cases.name[asked],
          data.cases.role.levels[data.cases.role.codes[asked]], data.replicate[row], data.outcomes[data.outcome[row]],
          data.answer.levels[data.answer.codes[row]], data.cases.target.levels[data.cases.target.codes[asked]],
        ].map(quote).join(",");
      });
      save(["agent,id,name,role,replicate,outcome,answer,target", ...lines].join("\n") + "\n", "cases.csv");
    }

    // `#case=<id>`: links from comparisons and from people.
    follow() {
      const wanted = /^#case=(.+)$/.exec(decodeURIComponent(location.hash))?.[1];
      if (!wanted || this.data.cases.id[this.data.asked[this.detail.dataset.row]] === wanted) return;
      for (const { select } of this.filters) select.value = "";
      this.search.value = wanted;
      this.filter();
      if (this.found.length) this.open(0);
    }
  }

  const start = async () => {
    try {
      const explorer = new Explorer(JSON.parse(await unpack(held("explorer-index"))));
      place.hidden = false;
      explorer.draw();
      explorer.follow();
      addEventListener("hashchange", () => explorer.follow());
      document.getElementById("explorer-waits").hidden = true;
      place.dataset.readyMs = performance.now().toFixed(0);
    } catch (error) {
      document.getElementById("explorer-waits").textContent = `The cases cannot be shown in this browser (${error.message}).`;
    }
  };
  // The page is painted first; the list comes after it.
  requestAnimationFrame(() => setTimeout(start, 0));
})();
