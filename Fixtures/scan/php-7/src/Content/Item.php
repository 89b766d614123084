<?php

namespace Shop\Content;

final class Item
{
    public string $sku;
    public int $count = 1;
}
