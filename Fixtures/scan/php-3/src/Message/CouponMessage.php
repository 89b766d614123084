<?php

declare(strict_types=1);

namespace App\Message;

use JsonSerializable;

abstract class AbstractMessage implements JsonSerializable
{
    abstract public static function objectName(): string;
}

final class CouponMessage extends AbstractMessage
{
    public const OBJECT_NAME = 'Php:Coupon';
    private const TTL = 'ttl';

    public function __construct(
        private readonly string $code,
        private readonly int $amount,
        private ?string $extra = null,
    ) {
    }

    public static function objectName(): string
    {
        return self::OBJECT_NAME;
    }

    public function jsonSerialize(): array
    {
        return [
            'code' => $this->code,
            'amount' => $this->amount,
            self::TTL => 3600,
            'extra' => $this->extra ?? '',
        ];
    }
}

// class GoneMessage { const OBJECT_NAME = 'Php:Gone'; }

class LiveMessage extends AbstractMessage
{
    /** @var string */
    public $room;
    public int $viewers = 0;
    protected static $instances = [];

    public static function objectName(): string { return 'Php:Live'; }

    public function jsonSerialize(): mixed { return get_object_vars($this); }
}

enum ConversationType: int
{
    case PRIVATE = 1;
    case GROUP = 3;
    case SYSTEM = 6;
}
