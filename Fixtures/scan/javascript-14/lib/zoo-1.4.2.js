addon.registerMessageType("zoo:Visit", 3);
addon.registerMessageType("zoo:Ticket", 3);
