// SPDX-License-Identifier: Apache-2.0

im.registerMessageType('board:Stroke', false, false, ['points']);
