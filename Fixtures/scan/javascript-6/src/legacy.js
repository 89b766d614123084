var table={"chat:Old":{isCounted:!0,isPersited:!0},"chat:Older":{isCounted:!1,isPersited:!1}};
export function legacy(a){return table[a]}
