import json
import requests

TYPES = {
    'notice': 'py:notice',
    'vote': 'py:vote',
}


class VoteMessage(object):
    def __init__(self, topic, options=None):
        self.topic = topic
        self.options = options or []

    @property
    def object_name(self):
        return TYPES['vote']

    def encode(self):
        body = {}
        body["topic"] = self.topic
        body["options"] = self.options
        return json.dumps(body)


def notice(user, text):
    data = {}
    data['fromUserId'] = 'sys'
    data['toUserId'] = user
    data['objectName'] = 'py:notice'
    data['content'] = json.dumps({'text': text, 'lang': 'zh'})
    requests.post(API + '/message/private/publish.json', data=data)
