<?php

namespace Shop\Content;

enum OrderState: int
{
    case Open = 1;
    case Paid = 2;
    case Gone = 9;
}
