class Farm {
  async announce(objectName, content, users) {
    return this.post('/message/system/publish.json', {
      fromUserId: 'farm', toUserId: users, objectName, content: JSON.stringify(content)
    });
  }
}

module.exports = new Farm();
