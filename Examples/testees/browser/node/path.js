// Paths of the server that serves this page.
export const join = (...parts) => parts.join('/');
export const dirname = (path) => path.slice(0, path.lastIndexOf('/'));
