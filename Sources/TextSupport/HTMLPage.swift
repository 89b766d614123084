// SPDX-License-Identifier: Apache-2.0

/// A self-contained page for a browser, without external resources: system fonts, two color schemes, and a skip link for
/// keyboard users.
package enum HTMLPage {
    /// Returns a page about a check.
    ///
    /// - Parameters:
    ///   - subject: what was checked, for the title.
    ///   - style: the style sheet in addition to the common one.
    ///   - lead: the sentence below the heading.
    ///   - totals: the rest of the header as HTML lines.
    ///   - main: the sections as HTML.
    ///   - script: a script that improves the page, which has to work without it.
    ///   - command: the command that wrote the page.
    ///   - ids: the ids of an example of `imwire explain`.
    package static func text(
        _ heading: String, of subject: String, style: String, lead: String, totals: String = "", main: String,
        script: String = "", command: String, ids: String
    ) -> String {
        """
        \(head("\(heading) of \(subject)", style: style))
        <body>
        <a class="skip" href="#findings">To the findings</a>
        <header>
        <h1>\(heading)</h1>
        <p>\(XMLText.escaped(lead))</p>
        \(totals)</header>
        <main>
        \(main)
        </main>
        \(script.isEmpty ? "" : "<script>\n\(script)\n</script>")
        <footer><p>Written by <code>\(command)</code>. <code>imwire explain \(ids)</code> explains an id.</p></footer>
        </body>
        </html>

        """
    }

    /// Returns what precedes the body of a page, which has the common style sheet and `style`.
    package static func head(_ title: String, style: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <style>
        \(base)
        \(style)
        </style>
        </head>
        """
    }

    /// Returns the section with a table that can be scrolled, below its legend.
    package static func matrix(_ title: String, legend: String, table: String) -> String {
        """
        <section aria-labelledby="matrix-title">
        <h2 id="matrix-title">\(title)</h2>
        <p class="legend">\(legend)</p>
        <div class="scroll" role="group" aria-labelledby="matrix-title" tabindex="0">
        \(table)
        </div>
        </section>
        """
    }

    /// Returns the section to which the skip link leads.
    package static func findings(_ content: String) -> String {
        """
        <section id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">Findings</h2>
        \(content)
        </section>
        """
    }

    /// The style sheet that the style sheets of the pages extend.
    private static let base = """
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
