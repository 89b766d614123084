const utils = require('./utils');
const request = require('./request');

// Callers pass a `title` in the details, and the clients read `book`.
function remind(message) {
  let content = message.content;
  let details = content.details;
  if (details) {
    message.content.details = utils.rename(details, {
      title: 'book'
    });
  }
  content = utils.rename(content, { place: 'branch' });
  content.shelf = content.row;
  delete content.row;
  message.content = JSON.stringify(content);
  return request({ url: '/message/private/publish.json', data: message });
}

module.exports = { remind };
