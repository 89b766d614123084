// Paths of the server that this page comes from.
export const join = (...parts) => parts.join('/');
export const dirname = (path) => path.slice(0, path.lastIndexOf('/'));
