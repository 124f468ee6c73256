"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const element = (id) => document.getElementById(id);
  const last = data.tables.length;
  if (last === 0) return;

  const slider = element("slider");
  const seats = element("seats");
  const cursor = element("cursor");
  let turn = 1;

  const drawing = (into, [part, label]) => {
    into.innerHTML = data.parts[part];
    into.setAttribute("aria-label", label);
  };

  // One drawing for each seat, made once and filled at each turn.
  const mats = data.tables[0].seats.map(() => {
    const mat = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    mat.setAttribute("viewBox", seats.dataset.box);
    mat.setAttribute("role", "img");
    seats.append(mat);
    return mat;
  });

  const items = data.turns.slice(0, last).map((told, at) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#turn-${at + 1}`;
    link.textContent = `${at + 1}. seat ${told.seat}: ${told.words}`;
    if (told.breaks.length > 0) {
      link.className = "broken";
      link.textContent += ` ✗ breaks ${told.breaks.join(", ")}`;
    }
    if (told.remarks.length > 0) link.textContent += ` (${told.remarks.join(", ")})`;
    item.append(link);
    element("turns").append(item);
    return link;
  });

  const showLegal = (table) => {
    const summary = element("legal").querySelector("summary");
    summary.textContent = table.count === 1 ? "1 turn is legal here" : `${table.count} turns are legal here`;
    const list = table.legal.map(([part, count]) => {
      const words = data.parts[part];
      const item = document.createElement("li");
      item.textContent = count > 1 ? `${words} (${count} ways)` : words;
      return item;
    });
    element("legal").querySelector("ol").replaceChildren(...list);
  };

  const showTurn = () => {
    const told = data.turns[turn - 1];
    const box = element("turn");
    box.classList.toggle("broken", Boolean(told && told.breaks.length));
    const { head } = data.tables[turn - 1];
    const round = head[0].toUpperCase() + head.slice(1);
    if (!told) {
      box.textContent = `${round}.`;
      return;
    }
    const broken = told.breaks.length ? ` This breaks ${told.breaks.join(", ")}.` : "";
    const remarks = told.remarks.map((remark) => ` A ${remark}.`).join("");
    box.textContent = `${round}, turn ${turn}, seat ${told.seat}: ${told.words}.${broken}${remarks}`;
  };

  const show = (wanted) => {
    turn = Math.min(Math.max(wanted, 1), last);
    const table = data.tables[turn - 1];
    drawing(element("board"), table.board);
    table.seats.forEach((seat, place) => drawing(mats[place], seat));
    element("plain").querySelector("div").innerHTML = table.plain.map((part) => data.parts[part]).join("");
    showTurn();
    showLegal(table);
    items.forEach((link, at) => {
      if (at === turn - 1) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const list = element("turns");
    const link = items[Math.min(turn, items.length) - 1];
    if (link) list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
    const { left, wide } = cursor.dataset;
    const x = Number(left) + ((turn - 1) * Number(wide)) / Math.max(last - 1, 1);
    cursor.setAttribute("transform", `translate(${x} 0)`);
    slider.value = String(turn);
    const place = turn > data.turns.length ? "the end" : `turn ${turn} of ${data.turns.length}`;
    slider.setAttribute("aria-valuetext", place);
    element("place").textContent = place;
    for (const button of document.querySelectorAll("nav button")) {
      const go = button.dataset.go;
      // A button that cannot be used now keeps the focus of the keyboard.
      if (go === "found") button.hidden = data.found.length === 0;
      const off = (turn === 1 && (go === "first" || go === "back"))
        || (turn === last && (go === "on" || go === "last"));
      button.setAttribute("aria-disabled", String(off));
    }
  };

  /** Goes to a turn and writes it into the address, without a step of the history for each. */
  const go = (wanted) => {
    show(wanted);
    history.replaceState(null, "", `#turn-${turn}`);
  };

  const nextFound = () => data.found.find((found) => found > turn) ?? data.found[0] ?? turn;
  const round = mats.length;
  const ways = {
    first: () => 1,
    back: () => turn - 1,
    on: () => turn + 1,
    last: () => last,
    found: nextFound,
  };
  const keys = {
    ArrowLeft: ways.back,
    ArrowRight: ways.on,
    Home: ways.first,
    End: ways.last,
    PageUp: () => turn - round,
    PageDown: () => turn + round,
    f: nextFound,
    F: nextFound,
  };

  for (const button of document.querySelectorAll("nav button")) {
    button.addEventListener("click", () => go(ways[button.dataset.go]()));
  }
  slider.max = String(last);
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(key());
  });

  const fromAddress = () => {
    const asked = /^#turn-(\d+)$/.exec(location.hash);
    show(asked ? Number(asked[1]) : data.opens ?? 1);
  };
  window.addEventListener("hashchange", fromAddress);
  // A position has no turns to go to.
  document.body.classList.toggle("still", data.turns.length === 0);
  element("legal").open = data.turns.length === 0;
  document.querySelector("main").hidden = false;
  fromAddress();
})();
