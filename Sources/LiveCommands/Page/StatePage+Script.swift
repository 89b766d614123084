// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

extension StatePage {
    /// The script, which asks for the state once a second and adds what is new.
    ///
    /// A list keeps the place of a reader who has opened, focused or selected one of its rows, or who has scrolled past
    /// its first row; for others the newest row stays in sight.
    static let script = #"""
        const at = id => document.getElementById(id);
        const make = (tag, text, kind) => {
          const e = document.createElement(tag);
          e.textContent = text;
          if (kind) e.className = kind;
          return e;
        };
        const set = (e, text) => { if (e.textContent !== text) e.textContent = text; };
        const time = ms => (ms / 1000).toFixed(3);
        const filters = ['user', 'connection', 'conversation'].map(at);
        const [user, connection, conversation] = filters;
        const kept = 400, most = 2000;
        let last = 0, now = 0, lastLine = '', owners = new Map(), counts = {};

        // Tables

        const drawn = {};
        const table = (id, head, rows) => {
          const text = JSON.stringify(rows);
          if (drawn[id] === text) return;
          drawn[id] = text;
          at(id).closest('.table').hidden = !rows.length && id !== 'connections';
          at(id).replaceChildren();
          const top = at(id).createTHead().insertRow();
          for (const name of head) { const cell = make('th', name); cell.scope = 'col'; top.append(cell); }
          const body = at(id).createTBody();
          for (const row of rows) { const line = body.insertRow(); for (const one of row) line.append(make('td', one)); }
          if (!rows.length) { const cell = make('td', 'none'); cell.colSpan = head.length; body.insertRow().append(cell); }
        };

        // Filters

        const offer = (select, values, label = value => value) => {
          values = [...new Set(values.map(String))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
          const old = [...select.options].slice(1);
          for (const one of old) if (!values.includes(one.value) && !one.selected) one.remove();
          values.forEach((value, index) => {
            const known = old.find(one => one.value === value);
            if (known) return set(known, label(value));
            const option = make('option', label(value));
            option.value = value;
            select.insertBefore(option, select.options[index + 1] ?? null);
          });
        };
        const matches = (number, names) =>
          (!user.value || owners.get(number) === user.value)
          && (!connection.value || String(number) === connection.value)
          && (!conversation.value || names.includes(conversation.value));
        const filter = () => {
          let shown = 0;
          for (const row of at('units').children) {
            row.hidden = !matches(row.connection, row.conversations);
            if (!row.hidden) shown += 1;
          }
          for (const line of at('log').children) line.hidden = !matches(line.connection, [conversation.value]);
          const all = at('units').children.length;
          set(at('shown'), all === 0 ? 'none yet' : shown === all ? `${all} kept` : `${shown} of ${all} kept`);
        };

        // Lists

        const isSeen = e => { const b = e.getBoundingClientRect(); return b.height && b.bottom > 0 && b.top < innerHeight; };
        const lists = () => [at('units'), at('log')];
        const rowOf = node => {
          const e = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
          return e?.closest?.('#units > *, #log > *');
        };
        // Returns the element that must not move.
        const place = () => {
          const selection = getSelection();
          const reading = [
            rowOf(selection.isCollapsed ? null : selection.anchorNode), rowOf(document.activeElement),
            ...document.querySelectorAll('#units > [open]'),
          ].find(e => e && isSeen(e));
          if (reading) return reading;
          for (const list of lists()) {
            const rows = [...list.children].filter(row => !row.hidden);
            if (!rows.length || topOf(rows[0]) >= 0) continue;
            const seen = rows.find(isSeen);
            if (seen) return seen;
          }
          return [...document.querySelectorAll('h2')].find(isSeen);
        };
        // The browser scrolls by whole pixels, so the fractions of several updates would add up.
        let held = null;
        const topOf = e => e.getBoundingClientRect().top;
        const hold = anchor => {
          if (!anchor) return;
          if (held?.anchor !== anchor || Math.abs(topOf(anchor) - held.top) >= 1) held = { anchor, top: topOf(anchor) };
        };
        const trim = list => {
          // The rows stand lower than the reader will see them, by as much as the held element has moved.
          const shift = held?.anchor.isConnected ? topOf(held.anchor) - held.top : 0;
          while (list.children.length > kept) {
            const end = list.lastElementChild;
            const isHeld = end.open || end.contains(document.activeElement) || topOf(end) - shift < innerHeight;
            if (isHeld && !end.hidden && list.children.length <= most) return;
            end.remove();
          }
        };
        const row = unit => {
          const details = make('details', '', unit.direction), summary = document.createElement('summary');
          const way = make('span', unit.direction === 'up' ? '→' : '←', 'way');
          way.role = 'img';
          way.ariaLabel = unit.direction === 'up' ? 'from the client' : 'to the client';
          const who = unit.connection + (unit.user ? ' ' + unit.user : '');
          summary.append(make('span', time(unit.at), 'at'), ' ', make('span', who, 'who'), ' ', way, ' ', unit.title);
          details.append(summary);
          // Most rows are never opened.
          details.addEventListener('toggle', () => {
            if (!details.open || details.children.length > 1) return;
            const text = make('pre', unit.lines.join('\n') || 'not annotated');
            text.tabIndex = 0;
            text.role = 'group';
            text.ariaLabel = 'Annotated bytes';
            details.append(text);
          });
          details.connection = unit.connection;
          details.conversations = unit.conversations;
          return details;
        };
        const add = state => {
          for (const unit of state.units) {
            if (unit.number <= last) continue;
            last = unit.number;
            at('units').prepend(row(unit));
          }
          const key = line => JSON.stringify([line.at, line.connection, line.text]);
          const known = state.log.findLastIndex(line => key(line) === lastLine);
          for (const line of state.log.slice(known + 1)) {
            const item = document.createElement('li');
            item.append(make('span', time(line.at), 'at'), ' ' + (line.connection ? line.connection + ' ' : '') + line.text);
            item.connection = line.connection;
            at('log').prepend(item);
            lastLine = key(line);
          }
          lists().forEach(trim);
        };

        // State

        const show = state => {
          if (state.now < now) {
            // Another server counts from one.
            [last, lastLine] = [0, ''];
            owners = new Map();
            lists().forEach(list => list.replaceChildren());
          }
          now = state.now;
          const anchor = place();
          hold(anchor);
          counts = state.counts;
          set(at('wrong'), state.faults.join('; '));
          for (const one of [...state.units.map(u => [u.connection, u.user]), ...state.connections.map(c => [c.number, c.user])])
            if (one[1]) owners.set(one[0], one[1]);
          table('connections', ['', 'user', 'what', 'peer', 'bytes up', 'down'],
            state.connections.map(c => [c.number, c.user || '', c.detail, c.peer, c.up, c.down]));
          table('rooms', ['room', 'members', 'messages', 'keys'], state.rooms.map(r => [
            r.room, r.members.join(', ') + (r.count > r.members.length ? `, … (${r.count})` : ''), r.messages, r.keys]));
          table('users', ['user', 'devices', 'inbox', 'sent'], state.users.map(u => [u.user, u.devices, u.inbox, u.outbox]));
          add(state);
          const rows = [...at('units').children];
          offer(user, [...owners.values()]);
          offer(connection, [...rows.map(r => r.connection), ...state.connections.map(c => c.number)],
            number => owners.has(+number) ? `${number} ${owners.get(+number)}` : number);
          offer(conversation, rows.flatMap(r => r.conversations));
          filter();
          if (anchor?.isConnected && !anchor.hidden) scrollBy(0, topOf(anchor) - held.top);
        };
        const sum = words => set(at('sum'), `${words}${counts.connections ?? 0} connections, ${counts.users ?? 0} users, `
          + `${counts.rooms ?? 0} rooms, up for ${Math.floor(now / 1000)} s`);
        const isPaused = () => at('pause').ariaPressed === 'true';
        const poll = async () => {
          if (!isPaused()) {
            try {
              const state = await (await fetch('/state.json?since=' + last)).json();
              if (!isPaused()) { show(state); sum(''); }
            } catch {
              set(at('wrong'), 'The server does not answer.');
            }
          }
          setTimeout(poll, 1000);
        };
        at('pause').addEventListener('click', () => {
          at('pause').ariaPressed = String(!isPaused());
          sum(isPaused() ? 'Paused: ' : '');
        });
        filters.forEach(one => one.addEventListener('change', filter));
        poll();
        """#
}

#endif
