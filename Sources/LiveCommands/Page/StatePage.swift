// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import TextSupport

/// The status page at `/`, for debugging a client; it requires no other resources.
///
/// It has the colors of the reports. Its script is in `StatePage+Script.swift`.
enum StatePage {
    static let html = """
        \(HTMLPage.head("imwire serve", style: css))
        <body>
        <a class="skip" href="#messages">To the messages</a>
        <header>
        <h1>imwire serve</h1>
        <p id="sum">Connecting …</p>
        <p id="wrong" role="alert"></p>
        </header>
        <main>
        <div class="tables">
        \(table("connections", "Connections"))
        \(table("rooms", "Rooms"))
        \(table("users", "Users"))
        </div>
        <section id="messages" aria-labelledby="messages-title" tabindex="-1">
        <h2 id="messages-title">Messages, newest first</h2>
        <div class="tools" role="group" aria-label="What the lists show">
        <button type="button" id="pause" aria-pressed="false">Pause</button>
        <label>User <select id="user"><option value="">all</option></select></label>
        <label>Connection <select id="connection"><option value="">all</option></select></label>
        <label>Conversation <select id="conversation"><option value="">all</option></select></label>
        <span id="shown"></span>
        </div>
        <div id="units"></div>
        </section>
        <section aria-labelledby="log-title">
        <h2 id="log-title">Log, newest first</h2>
        <ol id="log"></ol>
        </section>
        </main>
        <script>
        \(script)
        </script>
        </body>
        </html>

        """

    /// Returns a section with a table, which the keyboard can scroll.
    private static func table(_ id: String, _ title: String) -> String {
        """
        <div class="table">
        <h2 id="\(id)-title">\(title)</h2>
        <div class="scroll" role="region" aria-labelledby="\(id)-title" tabindex="0">
        <table id="\(id)" aria-labelledby="\(id)-title"></table>
        </div>
        </div>
        """
    }

    // The script keeps the reader's place, so the browser must not move the page as well.
    private static let css = """
        html { overflow-anchor: none; } h2 { margin: 1.4rem 0 .4rem; } #messages:focus { outline: none; }
        .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(21rem, 100%), 1fr)); gap: 0 1.25rem; }
        .tables > * { min-width: 0; } .tables > :first-child { grid-column: 1 / -1; }
        .scroll { overflow: auto; max-height: 15rem; border: 1px solid var(--line); border-radius: 6px; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { padding: .15rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        th { color: var(--faint); font-weight: 500; } tbody tr:last-child td { border-bottom: 0; }
        td { overflow-wrap: break-word; max-width: 30rem; }
        .tools { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: .4rem 0 .6rem; }
        .tools label { display: flex; gap: .4rem; align-items: center; min-width: 0; } #shown { color: var(--faint); }
        button, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint);
          border-radius: 4px; padding: .25rem .6rem; max-width: 16rem; min-width: 0; }
        button:focus-visible, select:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        button[aria-pressed=true] { background: var(--amber-wash); color: var(--amber); border-color: var(--amber); }
        #units details { border-top: 1px solid var(--line); padding: .2rem 0; }
        summary { cursor: pointer; overflow-wrap: anywhere; } summary .at, summary .who, #log .at { color: var(--faint); }
        .at { font-variant-numeric: tabular-nums; } .up .way { color: var(--link); } .down .way { color: var(--green); }
        pre { margin: .3rem 0 .5rem; padding: .35rem .6rem; overflow: auto; max-height: 30rem; background: var(--wash);
          border: 1px solid var(--line); border-radius: 4px; font: .82em/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
        #log { list-style: none; margin: 0; padding: 0; } #log li { overflow-wrap: anywhere; }
        #wrong { color: var(--red); font-weight: 600; } #wrong:empty { display: none; }
        """
}

#endif
