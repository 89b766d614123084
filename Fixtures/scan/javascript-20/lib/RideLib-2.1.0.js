// SPDX-License-Identifier: Apache-2.0

RideClient.registerMessageType('RC:TxtMsg', true, true, ['content', 'extra']);
RideClient.registerMessageType('ride:Old', true, true, ['stop']);
