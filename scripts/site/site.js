// SPDX-License-Identifier: Apache-2.0
// The search box. The index is loaded when the box is first used, so that pages open at once.

const base = document.currentScript.dataset.base;
const query = document.getElementById("query");
const found = document.getElementById("found");
const mostShown = 30;
let entries = [];
let isLoading = false;

// The scripts of the index call this function.
function addToIndex(more) {
  entries = entries.concat(more.map(([kind, text, page]) => ({ kind, text, page, lower: text.toLowerCase() })));
  show();
}

function load() {
  if (isLoading) return;
  isLoading = true;
  for (const name of ["search-index.js", "search-cases.js"]) {
    const script = document.createElement("script");
    script.src = base + name;
    document.head.append(script);
  }
}

// Returns how well an entry fits the words: higher is better, 0 is not at all.
function score(entry, words) {
  if (!words.every(word => entry.lower.includes(word))) return 0;
  const first = words[0];
  const whole = entry.lower.split(" ")[0] === words.join(" ") ? 8 : 0;
  const start = entry.lower.startsWith(first) ? 4 : entry.lower.includes(" " + first) ? 2 : 1;
  return whole + start + (entry.kind === "case" ? 0 : 1);
}

function show() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  if (found.hidden) return;
  const matches = entries.map(entry => [score(entry, words), entry]).filter(([value]) => value > 0);
  matches.sort((a, b) => b[0] - a[0] || a[1].text.length - b[1].text.length);
  const count = document.createElement("p");
  count.setAttribute("role", "status");
  count.textContent = entries.length === 0 ? "Loading …" : matches.length === 1 ? "1 result"
    : `${matches.length.toLocaleString("en")} results` + (matches.length > mostShown ? `, the first ${mostShown} are shown` : "");
  const list = document.createElement("ul");
  for (const [, entry] of matches.slice(0, mostShown)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const kind = document.createElement("span");
    link.href = base + entry.page;
    link.textContent = entry.text;
    kind.className = "kind";
    kind.textContent = entry.kind;
    item.append(link, " ", kind);
    list.append(item);
  }
  found.replaceChildren(count, list);
}

// Moves the focus among the results with the arrow keys.
function move(step) {
  const stops = [query, ...found.querySelectorAll("a")];
  const next = stops.indexOf(document.activeElement) + step;
  if (next >= 0 && next < stops.length) stops[next].focus();
}

query.addEventListener("focus", load);
query.addEventListener("input", () => { load(); show(); });
document.addEventListener("keydown", event => {
  const isTyping = /^(input|textarea|select)$/i.test(document.activeElement.tagName);
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    query.focus();
  } else if (event.key === "Escape" && !found.hidden) {
    query.value = "";
    show();
    query.focus();
  } else if (!found.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")
             && event.target.closest("search")) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  }
});
