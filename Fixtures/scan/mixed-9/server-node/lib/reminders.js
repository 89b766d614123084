const desk = require('./desk');

function remindAll(readers) {
  readers.forEach(reader => {
    desk.remind({
      senderId: 'library',
      targetId: reader.id,
      objectName: 'lib:Due',
      content: {
        place: 'Old town',
        row: 'A-12',
        details: { title: 'The Odyssey', days: 3 }
      }
    });
  });
}

module.exports = { remindAll };
