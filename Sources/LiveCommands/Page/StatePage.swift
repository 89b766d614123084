// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

/// The status page at `/`, for debugging a client; it requires no other resources.
enum StatePage {
    static let html = """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>imwire serve</title>
        <meta name="viewport" content="width=device-width">
        <style>
        body{font:14px/1.45 system-ui,sans-serif;margin:0;color:#1b1f24;background:#f6f7f9}
        header{background:#14324a;color:#fff;padding:10px 20px;display:flex;gap:24px;align-items:baseline}
        header h1{font-size:17px;margin:0} main{padding:16px 20px;display:grid;gap:16px;grid-template-columns:1fr 1fr}
        section{background:#fff;border:1px solid #dfe3e8;border-radius:6px;padding:10px 14px;overflow:auto;max-height:340px}
        section.wide{grid-column:1/3;max-height:none} h2{font-size:13px;margin:0 0 6px;color:#57606a}
        table{border-collapse:collapse;width:100%} td,th{text-align:left;padding:2px 10px 2px 0;vertical-align:top}
        th{color:#57606a;font-weight:500} pre{margin:4px 0 8px;font:12px/1.4 ui-monospace,monospace;overflow-x:auto}
        .up{color:#0550ae} .down{color:#116329} details{border-top:1px solid #eceff2;padding:3px 0}
        summary{cursor:pointer;white-space:nowrap;overflow:hidden;text-overflow:ellipsis} .gone{color:#cf222e}
        </style></head><body>
        <header><h1>imwire serve</h1><span id="sum">connecting …</span></header>
        <main>
        <section><h2>Connections</h2><table id="connections"></table></section>
        <section><h2>Rooms and users</h2><table id="rooms"></table><table id="users"></table></section>
        <section class="wide"><h2>Messages, newest first</h2><div id="units"></div></section>
        <section class="wide"><h2>Log, newest first</h2><pre id="log"></pre></section>
        </main>
        <script>
        const at = id => document.getElementById(id);
        const cell = (row, text, kind) => { const c = row.insertCell(); c.textContent = text; if (kind) c.className = kind; };
        const table = (id, head, rows) => {
          const t = at(id); t.replaceChildren();
          if (!rows.length) return;
          const h = t.createTHead().insertRow();
          for (const name of head) { const c = document.createElement('th'); c.textContent = name; h.append(c); }
          const b = t.createTBody();
          for (const row of rows) { const r = b.insertRow(); for (const text of row) cell(r, text); }
        };
        const time = ms => (ms / 1000).toFixed(3);
        let last = 0;
        const show = state => {
          at('sum').textContent = state.faults.map(f => f + '; ').join('') + state.counts.connections + ' connections, '
            + state.counts.users + ' users, ' + state.counts.rooms + ' rooms, up for ' + Math.floor(state.now / 1000) + ' s';
          at('sum').className = state.faults.length ? 'gone' : '';
          table('connections', ['', 'user', 'what', 'peer', 'up', 'down'],
            state.connections.map(c => [c.number, c.user || '', c.detail, c.peer, c.up, c.down]));
          table('rooms', ['room', 'members', 'messages', 'keys'],
            state.rooms.map(r => [r.room, r.members.join(', ') + (r.count > r.members.length ? ', … (' + r.count + ')' : ''), r.messages, r.keys]));
          table('users', ['user', 'devices', 'inbox', 'sent'], state.users.map(u => [u.user, u.devices, u.inbox, u.outbox]));
          for (const unit of state.units) {
            if (unit.number <= last) continue;
            last = unit.number;
            const d = document.createElement('details'), s = document.createElement('summary');
            s.textContent = time(unit.at) + '  ' + unit.connection + (unit.direction === 'up' ? ' → ' : ' ← ') + unit.title;
            s.className = unit.direction;
            const p = document.createElement('pre'); p.textContent = unit.lines.join('\\n');
            d.append(s, p); at('units').prepend(d);
            while (at('units').children.length > 200) at('units').lastChild.remove();
          }
          at('log').textContent = state.log.map(l =>
            time(l.at) + '  ' + (l.connection ? l.connection + '  ' : '') + l.text).reverse().join('\\n');
        };
        const poll = async () => {
          try { show(await (await fetch('/state.json?since=' + last)).json()); }
          catch { at('sum').textContent = 'the server does not answer'; at('sum').className = 'gone'; }
          setTimeout(poll, 1000);
        };
        poll();
        </script></body></html>
        """
}

#endif
