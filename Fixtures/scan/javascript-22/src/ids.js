// The numbers of the database as texts that do not show how many there are.
function Coder(radix) {
    this.radix = radix;
}

Coder.prototype.cipher = function (number) {
    var digits = [];
    while (number > 0) {
        digits.push(number % this.radix);
        number = Math.floor(number / this.radix);
    }
    return digits.join('');
};

var Ids = { coder: new Coder(29) };

Ids.hide = function (number) {
    try {
        return this.coder.cipher(number);
    } catch (error) {
        return null;
    }
};

Ids.hidden = function (number) {
    return Ids.hide(number);
};

// Not every branch returns a number.
Ids.rank = function (member) {
    if (member.isOwner) {
        return 'owner';
    }
    return 7;
};

module.exports = Ids;
