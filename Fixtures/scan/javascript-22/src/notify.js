var Ids = require('./ids');
var rongCloud = require('rongcloud-sdk');

var sendVisit = function (guest, garden, seats) {
    var content = {
        guestId: Ids.hidden(guest.id),
        rank: Ids.rank(guest),
        // The method of a map is not a function of this tree.
        seat: seats.get(guest.id),
        garden: garden.name
    };
    return rongCloud.message.group.publish('gate', Ids.hide(garden.id), 'garden:Visit', JSON.stringify(content));
};

// A function with the name of a map's method.
function get(name) {
    return String(name);
}

var sendChange = function (garden, change, data) {
    var content = { change: change, data: data };
    return rongCloud.message.group.publish('gate', Ids.hide(garden.id), 'garden:Change', JSON.stringify(content));
};

var leave = function (guests, garden) {
    var heir = null;
    guests.some(function (guest) {
        heir = guest.gardenerId;
        return heir !== garden.gardenerId;
    });
    return sendChange(garden, 'leave', { heir: heir, visits: garden.visits });
};

module.exports = { sendVisit: sendVisit, leave: leave, get: get };
