// Files of the server that serves this page, read synchronously as in node: the tables are loaded before anything else.

function get(path) {
  const request = new XMLHttpRequest();
  request.open('GET', path, false);
  request.send();
  if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
  return request.responseText;
}

export const readFileSync = (path) => get(path);

/** Returns the names in a folder: those that are linked in the server's listing of it. */
export function readdirSync(path) {
  const list = new DOMParser().parseFromString(get(`${path}/`), 'text/html');
  return [...list.querySelectorAll('a')].map((a) => decodeURIComponent(a.getAttribute('href')))
    .filter((name) => /^[^/?]+$/.test(name));
}
