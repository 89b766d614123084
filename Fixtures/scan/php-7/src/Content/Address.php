<?php

namespace Shop\Content;

final class Address
{
    public string $city = '';
    public ?string $street = null;
}
