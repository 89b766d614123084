# -*- coding: utf-8 -*-
"""Sends through the server.

    rc.message_publish('a', ['b'], 'Py:Doc', {'x': 1})
"""
import json
from rongcloud.rongcloud import RongCloud

OBJECT = 'Py:' + 'Banner'


def private(rc: RongCloud):
    rep = rc.get_message().get_private().send(
        from_user_id='__user1',
        to_user_ids=['__user2'],
        object_name='RC:TxtMsg',
        content={"content": "hello", "extra": "helloExtra"},
        is_persisted=1)
    return rep


def banner(rc):
    body = dict(image='https://example.com/a.png', link=None)
    body['weight'] = 3
    return rc.get_message().get_group().send('u', 'g', object_name=OBJECT, content=json.dumps(body))


def signal(rc):
    message = {
        'fromUserId': 'u',
        'toChatroomId': 'room',
        'objectName': 'Py:Signal',
        'content': json.dumps({
            'code': 7,
            'args': ['a', {'inner': 1}],
        }, ensure_ascii=False),
    }
    return rc.post('/message/chatroom/publish.json', data=message)


def any_name(rc, name):
    return rc.get_message().get_system().send(from_user_id='s', to_user_ids='u', object_name=name, content='{}')
