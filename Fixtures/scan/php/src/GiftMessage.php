<?php

namespace Example\Im;

/**
 * A gift, 'objectName' => 'App:Documented'.
 */
class GiftMessage extends BaseMessage implements \JsonSerializable
{
    const OBJECT_NAME = Names::GIFT;
    const KEY_COUNT = 'count';

    private $giftId;
    protected ?int $count = 0;

    public function getObjectName(): string
    {
        return self::OBJECT_NAME;
    }

    public static function persistentFlag()
    {
        return 1 | 2;
    }

    public function jsonSerialize(): array
    {
        $data = [
            'giftId' => $this->giftId,
            self::KEY_COUNT => $this->count,
            // 'price' => $this->price,
            'effect' => ['animation' => 'stars', 'seconds' => 3],
        ];
        $data['note'] = $this->note;
        $meta = array('source' => 'php');
        $data["meta"] = $meta;
        error_log("App:Logged {$data['note']} 'logged' => 1");
        return $data;
    }

    public static function fromJson(string $text): self
    {
        $json = json_decode($text, true);
        $message = new self();
        $message->giftId = $json['giftId'];
        $message->count = $json[self::KEY_COUNT] ?? 0;
        $message->sender = $json['sender'] ?? null;
        $message->kind = $json['effect']['animation'];
        return $message;
    }
}

class OrderMessage extends BaseMessage
{
    public string $orderNo = '';
    public $total;
    private $secret;
    public static $counter = 0;

    public function getType() { return Names::ORDER; }
    public function encode() { return json_encode($this); }
}
