// Files of the server that this page comes from, read at once as node does: the tables are loaded before anything else.

function get(path) {
  const request = new XMLHttpRequest();
  request.open('GET', path, false);
  request.send();
  if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
  return request.responseText;
}

export const readFileSync = (path) => get(path);

/** The names in a folder: those that the server's list of it links to. */
export function readdirSync(path) {
  const list = new DOMParser().parseFromString(get(`${path}/`), 'text/html');
  return [...list.querySelectorAll('a')].map((a) => decodeURIComponent(a.getAttribute('href')))
    .filter((name) => /^[^/?]+$/.test(name));
}
