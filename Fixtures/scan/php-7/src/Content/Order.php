<?php

declare(strict_types=1);

namespace Shop\Content;

use Shop\Im\CustomMessage;
use Symfony\Component\Serializer\Annotation\Ignore;
use Symfony\Component\Serializer\Annotation\SerializedName;

final class Order extends CustomMessage
{
    public const OBJECT_NAME = 'shop:Order';

    public string $orderId;
    public OrderState $state = OrderState::Open;
    public ?Buyer $buyer = null;
    /** @var Item[] */
    public array $items = [];
    #[SerializedName('total_price')]
    public int $total = 0;
    #[Ignore]
    public ?string $cursor = null;
    protected int $attempts = 0;
}
