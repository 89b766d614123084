<?php

namespace Shop\Content;

final class Buyer
{
    public function __construct(
        public readonly string $id,
        public readonly string $name,
        public readonly ?Address $address = null,
    ) {
    }
}
