// SPDX-License-Identifier: Apache-2.0

/// The common appearance of pages for a browser: system fonts, two colour schemes, and a skip link for keyboard users.
package enum PageStyle {
    /// The base style sheet, which the style sheets of the pages extend.
    package static let base = """
        :root { color-scheme: light dark; --ink: #1d2328; --faint: #616b74; --line: #d9dee3; --paper: #fff; --wash: #f5f7f9;
          --red: #b3261e; --red-wash: #fbe9e7; --amber: #7a5200; --amber-wash: #fdf1d6; --grey: #55606a; --grey-wash: #eceff2;
          --green: #1e6b3a; --green-wash: #eef7f0; --link: #0b57b0; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --faint: #9aa5af; --line: #363d44; --paper: #15191c;
          --wash: #1d2226; --red: #ff9e95; --red-wash: #44211f; --amber: #f3c56b; --amber-wash: #3b2f14; --grey: #b4bec7;
          --grey-wash: #2a3036; --green: #8fd3a5; --green-wash: #1a2b20; --link: #8ab8f5; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 78rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        h1 { font-size: 1.7rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
        h3 { font-size: 1.05rem; margin: 1.8rem 0 .3rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
        h3 small { color: var(--faint); font-weight: normal; } h4 { font-size: .95rem; margin: 0; font-weight: 600; }
        p { margin: .3rem 0; } header p, .platform > p, footer { color: var(--faint); }
        code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
        a { color: var(--link); } a:focus-visible, input:focus-visible, summary:focus-visible, .scroll:focus-visible {
          outline: 2px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .4rem; }
        """
}
