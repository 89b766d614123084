// SPDX-License-Identifier: Apache-2.0

/// The style sheet of the page, on which signs accompany every color.
enum CheckPageStyle {
    static let css = """
        .counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0 0; }
        .counts div { border: 1px solid var(--line); border-radius: 6px; padding: .4rem .9rem; min-width: 8rem; }
        .counts dt { color: var(--faint); font-size: .85rem; } .counts dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
        .counts .loses-data dd { color: var(--red); } .counts .tolerated dd { color: var(--amber); }
        .legend { color: var(--faint); font-size: .85rem; } .legend .cell { padding: .1rem .45rem; border-radius: 4px; margin-left: .6rem; }
        .legend .cell:first-child { margin-left: 0; }
        .scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); border-radius: 6px; }
        .matrix { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .82rem; }
        .matrix th, .matrix td { padding: .16rem .35rem; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap; }
        .matrix thead th { position: sticky; top: 0; z-index: 2; background: var(--wash); font-weight: 600; white-space: normal;
          vertical-align: bottom; line-height: 1.2; }
        .matrix thead th:not(:first-child) { width: 6.4%; }
        .matrix thead a { color: inherit; text-decoration: none; } .matrix thead a:hover { text-decoration: underline; }
        .matrix th:first-child { position: sticky; left: 0; z-index: 1; text-align: left; background: var(--wash);
          font: 500 .95em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        .matrix thead th:first-child { z-index: 3; } .matrix tbody tr:last-child > * { border-bottom: 0; }
        .cell a { color: inherit; text-decoration: none; display: block; } .cell a:hover { text-decoration: underline; }
        .cell.loses-data { background: var(--red-wash); color: var(--red); font-weight: 600; }
        .cell.tolerated { background: var(--amber-wash); color: var(--amber); }
        .cell.cosmetic { background: var(--grey-wash); color: var(--grey); }
        .cell.clean { background: var(--green-wash); color: var(--green); } .cell.partly { color: var(--green); }
        .cell.guess { color: var(--grey); } .finding.guess { border-left-style: dashed; }
        .cell.absent, .cell.unknown { color: var(--faint); }
        .filter { border: 0; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: 1rem; }
        .filter legend { float: left; padding: 0; color: var(--faint); }
        .finding { border-left: 4px solid var(--line); padding: .45rem .8rem; margin: .55rem 0; background: var(--wash); border-radius: 0 6px 6px 0; }
        .finding:target, .finding:focus { outline: 2px solid var(--link); }
        .finding.loses-data { border-color: var(--red); } .finding.tolerated { border-color: var(--amber); }
        .badge { font-size: .78rem; padding: .05rem .4rem; border-radius: 4px; background: var(--grey-wash); color: var(--grey); }
        .loses-data .badge { background: var(--red-wash); color: var(--red); } .tolerated .badge { background: var(--amber-wash); color: var(--amber); }
        .id { font-variant-numeric: tabular-nums; } .title { font-weight: 400; color: var(--faint); } .who { font-size: .9rem; color: var(--faint); }
        .finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .8rem; margin: .3rem 0 0; font-size: .9rem; }
        @media (max-width: 40rem) { .finding dl { grid-template-columns: minmax(0, 1fr); } }
        .finding dt { color: var(--faint); max-width: 14rem; } .finding dd { margin: 0; overflow-wrap: anywhere; }
        .cause { border: 1px solid var(--line); border-radius: 6px; padding: 0 1rem .5rem; margin: 1rem 0; } .cause h3 { margin-top: .8rem; }
        .advice { font-size: .92rem; } pre { margin: .25rem 0 0; padding: .35rem .6rem; overflow: auto; background: var(--paper);
          border: 1px solid var(--line); border-radius: 4px; font: .85em/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
        pre:focus-visible { outline: 2px solid var(--link); } mark { background: var(--amber-wash); color: inherit; } .glossary dt { font-weight: 600; margin-top: .5rem; }
        .glossary dd { margin: 0 0 0 1rem; color: var(--faint); font-size: .92rem; }
        body:has(#show-cosmetic:not(:checked)) .cause:not(:has(.finding.loses-data, .finding.tolerated)):not(:has(:target)) { display: none; }
        details { font-size: .88rem; } summary { cursor: pointer; color: var(--link); }
        body:has(#show-loses-data:not(:checked)) .finding.loses-data:not(:target) { display: none; }
        body:has(#show-tolerated:not(:checked)) .finding.tolerated:not(:target) { display: none; }
        body:has(#show-cosmetic:not(:checked)) .finding.cosmetic:not(:target) { display: none; }
        @media print { .filter, .skip { display: none; } .scroll { max-height: none; overflow: visible; } }
        """
}
