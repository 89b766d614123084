<?php

namespace App\Services;

class ImService
{
    const OBJECT_BILL = 'php:bill';

    public function bill(string $user, array $bill): array
    {
        $content = [];
        $content['no'] = $bill['no'];
        $content['sum'] = $bill['sum'];

        return $this->client->post('/message/system/publish.json', [
            'form_params' => [
                'fromUserId' => 'bill',
                'toUserId' => $user,
                'objectName' => self::OBJECT_BILL,
                'content' => json_encode($content, JSON_UNESCAPED_UNICODE),
            ],
        ]);
    }

    public function alarm(string $room): void
    {
        $this->rong->message()->chatroom()->send([
            'senderId' => 'sys', 'targetId' => $room, 'objectName' => 'php:alarm',
            'content' => compact('room') + ['level' => 1],
        ]);
    }
}
