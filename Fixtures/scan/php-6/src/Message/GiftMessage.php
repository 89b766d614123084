<?php

declare(strict_types=1);

namespace Shop\Message;

final class GiftMessage implements \JsonSerializable
{
    public function __construct(
        private string $giftId,
        private int $number = 1,
        private ?Address $address = null,
    ) {
    }

    public function jsonSerialize(): array
    {
        $json = [
            'giftId' => $this->giftId,
            'number' => $this->number,
        ];
        if ($this->address !== null) {
            $json['address'] = $this->address->toArray();
        }
        return $json;
    }
}
