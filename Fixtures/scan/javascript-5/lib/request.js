'use strict';

exports.post = (path, form) => fetch('https://api.example.com' + path, {
  method: 'POST',
  body: new URLSearchParams(form),
});
