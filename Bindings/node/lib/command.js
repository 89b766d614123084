#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
'use strict';

// The command `imwire`, where the package contains it: `npx imwire`.

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const path = join(__dirname, '..', 'build', 'tool', 'bin', 'imwire');

if (!existsSync(path)) {
  process.stderr.write(`imwire: this package does not contain the command: ${path}\n`);
  process.exit(127);
}
const { status, signal, error } = spawnSync(path, process.argv.slice(2), { stdio: 'inherit' });
if (error) {
  process.stderr.write(`imwire: ${error.message}\n`);
  process.exit(126);
}
if (signal) process.kill(process.pid, signal);
process.exit(status);
