var farm = require('../services/farm');
var States = require('../states');

PLOT_OPERATION_JOIN = 'join';

PLOT_OPERATION_LEAVE = 'leave';

sendPlotEvent = function (userId, plotId, operation, data) {
  var event;
  event = {
    operator: encode(userId),
    operation: operation,
    data: data,
    text: ''
  };
  return new Promise(function (resolve, reject) {
    return client.message.group.publish('farm', plotId, 'farm:Join', JSON.stringify(event), function (error) {
      return error ? reject(error) : resolve();
    });
  });
};

var sendHarvest = function (crop, state, owner) {
  var body = {
    crop: crop,
    state: state,
    owner: { id: String(owner.id), isNew: !owner.since }
  };
  body = JSON.stringify(body);
  client.message.private.publishCus({ fromUserId: 'farm', objectName: 'farm:Harvest', content: body });
};

var sendWeather = function (plot, objectName, until) {
  var message = { plot: plot };
  if (until) {
    message.until = until;
  }
  client.message.group.publishCus({
    fromUserId: 'farm',
    objectName: objectName,
    content: JSON.stringify(message)
  });
};

router.post('/join', function (req, res) {
  sendPlotEvent(req.user, req.body.plot, PLOT_OPERATION_JOIN, { plotName: req.body.name, plots: [req.body.plot] });
  sendPlotEvent(req.user, req.body.plot, PLOT_OPERATION_LEAVE, { plotName: req.body.name, at: Date.now(), weight: 1.5 });
  sendHarvest(req.body.crop, States.RIPE, req.user);
  sendWeather(req.body.plot, 'farm:Rain', req.body.until);
  sendWeather(req.body.plot, 'farm:Sun');
  farm.announce('farm:Notice', { title: 'Market', count: 3 }, [req.user]);
  counters.add('farm:Visits');
});
