from enum import Enum
from pydantic import BaseModel, Field


class ObjectName(str, Enum):
    TABLE = "ST:Table"
    MENU = "ST:Menu"


class TableMessage(BaseModel):
    table_no: int = Field(alias="tableNo")
    guests: int = 2
    _cache: dict = {}

    @property
    def object_name(self) -> str:
        return ObjectName.TABLE.value

    @staticmethod
    def flags():
        return 1


class MenuMessage(object):
    '''A menu: "ST:Doc".'''

    message_type = ObjectName.MENU

    def to_json(self):
        out = dict()
        out['dishes'] = [d.name for d in self.dishes]
        out.update({"day": self.day})
        return json.dumps(out, ensure_ascii=False)

    @staticmethod
    def from_json(raw: str) -> "MenuMessage":
        obj = json.loads(raw)
        m = MenuMessage()
        m.dishes = obj.get("dishes", [])
        m.day = obj["day"]
        m.chef = obj.get('chef')
        return m


async def tell(client):
    payload = {"objectName": "ST:Bell", "content": json.dumps({"rings": 3}), "isCounted": 0, "isPersisted": 0}
    await client.post("/message/private/publish.json", data=payload)
    assert payload["objectName"] != "ST:Assert"
