// The numbers of these names are their places in the list.
var lists = {
    'ConversationType': ['CHATROOM', 'CUSTOMER_SERVICE', 'DISCUSSION', 'GROUP', 'PRIVATE', 'SYSTEM']
};

// The numbers on the wire for those of the list.
var sent = {
    "4": 1,
    "2": 2,
    "3": 3,
    "0": 4
};

module.exports = { lists: lists, sent: sent };
