<?php

namespace Live;

class Publisher
{
    private static $names = [
        'like' => 'live:Like',
        'gift' => 'live:Gift',
    ];

    public function like(string $room, int $count)
    {
        return $this->publish('like', $room, ['count' => $count, 'roomId' => $room]);
    }

    public function gift(string $room, array $gift, ?string $note = null)
    {
        $content = [
            'giftId' => $gift['id'],
            'number' => (int) $gift['number'],
            'user' => ['id' => $gift['from'], 'name' => $gift['nickname']],
        ];
        if ($note !== null) {
            $content['note'] = $note;
        }
        return $this->publish('gift', $room, $content);
    }

    private function publish(string $kind, string $room, array $content)
    {
        return $this->http->post('/message/chatroom/publish.json', [
            'toChatroomId' => $room,
            'objectName' => self::$names[$kind],
            'content' => json_encode($content),
        ]);
    }
}
