from typing import Dict, Optional

from pydantic import BaseModel, Field


class Sender(BaseModel):
    id: str
    name: str
    portrait: Optional[str] = None


class Gift(BaseModel):
    gift_id: str = Field(alias="giftId")
    number: int = Field(1, alias="number")
    price: float
    sender: Sender
    note: Optional[str] = None


class Notice(BaseModel):
    text: str
    pinned: bool = False
    data: Dict[str, str] = {}
