const rongcloud = require('./rongcloud');

exports.orderChanged = (order) =>
  rongcloud.Message.System.send({
    senderId: 'kitchen',
    targetId: order.guest,
    objectName: 'food:Order',
    content: { orderId: order.id, dishes: String(order.dishes.length), state: order.state },
  });
