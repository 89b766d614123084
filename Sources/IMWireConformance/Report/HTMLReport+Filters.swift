// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// The filters of the findings: checkboxes for verdicts, implementations, and areas, which style sheet rules evaluate.
extension HTMLReport {
    private struct Filter {
        /// The prefix of the names of its classes and checkboxes.
        var prefix: String
        var legend: String
        /// The checkboxes, with the rest of the class name, the label, and the number of findings.
        var boxes: [(name: String, label: String, count: Int)]
    }

    private var all: [Filter] {
        let findings = record.implementations.enumerated().flatMap { index, one in
            one.results.filter(\.isOpen).map { (index: index, result: $0) }
        }
        let verdicts = Verdict.allCases.map { outcome in
            (outcome.rawValue, outcome.title, findings.count { $0.result.verdict == outcome })
        }
        let implementations = record.implementations.enumerated().map { index, one in
            ("\(index)", one.label, findings.count { $0.index == index })
        }
        let areas = matrix.areas.enumerated().map { index, row in
            ("\(index)", row.name, row.tallies.map(\.findings).reduce(0, +))
        }
        return [
            Filter(prefix: "v", legend: "Verdict", boxes: verdicts),
            Filter(prefix: "i", legend: "Implementation", boxes: implementations),
            Filter(prefix: "a", legend: "Area", boxes: areas),
        ].map { filter in
            var filter = filter
            filter.boxes.removeAll { $0.count == 0 }
            return filter
        }.filter { !$0.boxes.isEmpty }
    }

    /// The HTML of the checkboxes.
    var filters: String {
        all.map { filter in
            let boxes = filter.boxes.map { box in
                "<label><input type=\"checkbox\" id=\"\(filter.prefix)-\(box.name)\" checked>"
                    + " \(XMLText.escaped(TextReport.shortened(box.label, 80))) (\(box.count))</label>"
            }
            return
                "<fieldset class=\"filter\"><legend>\(filter.legend)</legend>\(boxes.joined(separator: " "))</fieldset>"
        }.joined(separator: "\n")
    }

    /// The style sheet rules, one per checkbox; the target of a link stays visible.
    var filterRules: String {
        all.flatMap { filter in
            filter.boxes.map { box in
                let name = "\(filter.prefix)-\(box.name)"
                return "body:has(#\(name):not(:checked)) .finding.\(name):not(:target) { display: none; }"
            }
        }.joined(separator: "\n")
    }

    /// The box that shows only findings with the typed words; browsers without scripts do not show it.
    var search: String {
        """
        <p class="search" hidden><label>Search <input type="search" id="search" aria-describedby="search-count"></label>
        <span id="search-count" role="status"></span></p>
        """
    }

    static let searchScript = """
        const box = document.getElementById("search"), count = document.getElementById("search-count");
        const findings = [...document.querySelectorAll(".finding")].map(e => [e, e.textContent.toLowerCase()]);
        box.closest(".search").hidden = false;
        box.addEventListener("input", () => {
          const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
          let shown = 0;
          for (const [element, text] of findings) {
            element.hidden = !words.every(word => text.includes(word));
            if (!element.hidden) shown += 1;
          }
          for (const group of document.querySelectorAll("details.group:has(.finding)"))
            group.hidden = !group.querySelector(".finding:not([hidden])");
          count.textContent = words.length ? `${shown} of ${findings.length}` : "";
        });
        """

    static let css = """
        .bad { color: var(--red); } .tested { display: flex; flex-wrap: wrap; gap: .75rem; }
        .tested article { border: 1px solid var(--line); border-left: 4px solid var(--green); border-radius: 6px;
          padding: .5rem .9rem; min-width: 14rem; overflow-wrap: anywhere; color: var(--ink); } .tested article.bad { border-left-color: var(--red); }
        .tested h3 { margin: 0; border: 0; padding: 0; } .tested p { color: var(--faint); }
        .tested dl, .finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .8rem; margin: .3rem 0 0; }
        dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
        .scroll { overflow: auto; max-height: 85vh; scroll-padding: 2.5rem .5rem .5rem; border: 1px solid var(--line); border-radius: 6px; }
        .legend { color: var(--faint); font-size: .85rem; }
        main > section:nth-of-type(2) table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
        thead th { background: var(--wash); position: sticky; top: 0; } tfoot > tr > * { font-weight: 600; }
        td.good { background: var(--green-wash); color: var(--green); } td.bad { background: var(--red-wash); font-weight: 600; }
        td.part { background: var(--grey-wash); color: var(--grey); } td.none { color: var(--faint); } td a { color: inherit; }
        .filter { border: 0; padding: 0; margin: .3rem 0; display: flex; flex-wrap: wrap; gap: .2rem 1rem; }
        .filter legend { float: left; padding: 0; margin-right: 1rem; color: var(--faint); min-width: 8rem; }
        .finding { border-left: 4px solid var(--red); background: var(--wash); padding: .45rem .8rem; margin: .55rem 0;
          border-radius: 0 6px 6px 0; overflow-wrap: anywhere; } .finding:target { outline: 2px solid var(--link); }
        .group { margin: .55rem 0; } .group > summary { font-weight: 600; overflow-wrap: anywhere; } .group .finding { margin-left: 1rem; }
        .search input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; padding: .2rem .4rem; }
        summary { cursor: pointer; } .about { color: var(--faint); font-size: .9rem; } .wrong { font-weight: 600; }
        .badge { font-size: .78rem; padding: .05rem .4rem; border-radius: 4px; background: var(--red-wash); color: var(--red); }
        .finding h4 { margin: .6rem 0 .1rem; font-size: .85rem; color: var(--faint); }
        pre { margin: 0; padding: .35rem .6rem; overflow: auto; max-height: 30rem; background: var(--paper);
          border: 1px solid var(--line); border-radius: 4px; font: .82em/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
        pre:focus-visible { outline: 2px solid var(--link); }
        .sides { border-collapse: collapse; width: 100%; background: var(--paper); } .sides td { width: 50%; border: 0; padding: 0 .6rem;
          white-space: pre-wrap; overflow-wrap: anywhere; font: .82em/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
        .sides tr.differs { background: var(--amber-wash); } mark { background: none; color: var(--amber); font-weight: 600; }
        .sides tr.differs td:first-child::before { content: "≠ "; } @media print { .filter, .skip { display: none; }
          .scroll, pre { max-height: none; overflow: visible; } }
        """
}
