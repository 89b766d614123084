// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in Dart.
    static let dart = TesteeSkeleton(
        language: "dart", file: "testee.dart", command: "dart run FILE", isTested: false,
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Write a function, and put it into operations.
            // imwire's tests never ran this skeleton, because Debian has no Dart.
            import 'dart:convert';
            import 'dart:io';

            typedef Json = Map<String, dynamic>;

            /// What this testee does not have.
            class Skip implements Exception {
              Skip(this.reason);
              final String reason;
            }

            /// An input that is refused, with a code of Spec/errors.md.
            class Refuse implements Exception {
              Refuse(this.code);
              final String code;
            }

            Json contentDecode(Json request) {
              final content = base64.decode(request['bytes'] as String);
              throw Skip('${request['objectName']} of ${content.length} bytes: not written yet');
            }

            final Map<String, Json Function(Json)> operations = {'content.decode': contentDecode};

            Json hello() => {
                  'name': 'my-testee',
                  'version': '0.1',
                  'language': 'Dart',
                  'protocol': 1,
                  'operations': operations.keys.toList(),
                };

            Json answer(Json request) {
              if (request['op'] == 'hello') return {'ok': hello()};
              final operation = operations[request['op']];
              if (operation == null) return {'skipped': 'no such operation'};
              try {
                return {'ok': operation(request)};
              } on Skip catch (skip) {
                return {'skipped': skip.reason};
              } on Refuse catch (refusal) {
                return {'error': {'code': refusal.code}};
              }
            }

            Future<void> main() async {
              final lines = stdin.transform(utf8.decoder).transform(const LineSplitter());
              await for (final line in lines) {
                final request = jsonDecode(line) as Json;
                stdout.write('${jsonEncode({'id': request['id'], ...answer(request)})}\n');
                await stdout.flush(); // a runner waits for each line (TST-003)
              }
            }

            """#)
}
