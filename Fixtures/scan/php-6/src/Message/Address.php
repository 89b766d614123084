<?php

declare(strict_types=1);

namespace Shop\Message;

final class Address
{
    public function __construct(private string $city, private string $street)
    {
    }

    public function toArray(): array
    {
        return ['city' => $this->city, 'street' => $this->street];
    }
}
