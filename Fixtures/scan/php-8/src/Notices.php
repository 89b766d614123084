<?php

namespace Shop\Im;

class Notices
{
    private $client;

    public function order($from, $to, $number)
    {
        return $this->client->send([
            'senderId' => $from,
            'targetId' => $to,
            'objectName' => 'shop:Order',
            'content' => json_encode(['number' => $number, 'state' => 'paid']),
        ]);
    }

    public function orderInGroup($from, $group, $number)
    {
        $content = [
            'number' => $number,
            'mentionedInfo' => ['type' => 2, 'userIdList' => ['u1', 'u2']],
        ];
        return $this->client->send([
            'senderId' => $from,
            'targetId' => $group,
            'objectName' => 'shop:Order',
            'content' => json_encode($content),
        ]);
    }

    public function rebate($from, $users)
    {
        return $this->client->sendTemplate([
            'senderId' => $from,
            'objectName' => 'shop:Rebate',
            'template' => json_encode(['text' => '{shop} owes you {sum}', 'currency' => 'EUR']),
            'content' => [
                'u7' => ['data' => ['{shop}' => 'Books', '{sum}' => '3'], 'push' => 'A rebate'],
                'u8' => ['data' => ['{shop}' => 'Tea', '{sum}' => '4'], 'push' => 'A rebate'],
            ],
        ]);
    }

    public function visit($from, $to)
    {
        return $this->client->send([
            'senderId' => $from,
            'objectName' => 'shop:Visit',
            'content' => '{"shop":"Tea","guests":2,"paid":false,"table":{"row":1,"seats":["a","b"]}}',
        ]);
    }

    public function refund($from, $to)
    {
        $refund = new Refund();
        return $this->client->send(['senderId' => $from, 'objectName' => 'shop:Refund', 'content' => $refund]);
    }

    public function ticket($from, $to)
    {
        return $this->client->send([
            'senderId' => $from,
            'objectName' => 'shop:Ticket',
            'content' => json_encode(['seat' => Seat::Window->value, 'origin' => Ticket::COUNTER, 'remark' => null]),
        ]);
    }
}

enum Seat: int
{
    case Aisle = 2;
    case Window = 6;
}

class Ticket
{
    const COUNTER = 'counter';
}

class Refund
{
    public string $number = '';
    public int $days = 14;
    public ?string $reason = null;
}
