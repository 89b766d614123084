"""Names: "App:Documented" is no type."""

PREFIX = "App:"
GIFT = PREFIX + "Gift"
ORDER = f"{PREFIX}Order"
# OLD = "App:Old"


class Keys:
    COUNT = "count"
