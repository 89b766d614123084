var Sequelize = require('sequelize');
var sequelize = new Sequelize('gardens');

var Garden = sequelize.define('gardens', {
    name: { type: Sequelize.STRING(40), allowNull: false },
    // A driver may return such a number as a text.
    visits: { type: Sequelize.BIGINT }
});

var Guest = sequelize.define('guests', {
    gardenerId: { type: Sequelize.INTEGER.UNSIGNED, allowNull: false }
});

module.exports = { Garden: Garden, Guest: Guest };
