// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in Go.
    static let go = TesteeSkeleton(
        language: "go", file: "testee.go", command: "DIR/testee", build: "go build -o DIR/testee FILE",
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Write a function, and put it into operations.
            package main

            import (
            	"bufio"
            	"encoding/json"
            	"errors"
            	"fmt"
            	"os"
            	"sort"
            )

            // Request has the members that every request has, and those of the operation below.
            type Request struct {
            	ID         int64  `json:"id"`
            	Op         string `json:"op"`
            	ObjectName string `json:"objectName"`
            	Bytes      []byte `json:"bytes"`
            }

            // Skip says what this testee does not have.
            type Skip struct{ reason string }

            func (s Skip) Error() string { return s.reason }

            // Refuse has the code of Spec/errors.md with which an input is refused.
            type Refuse struct{ code string }

            func (r Refuse) Error() string { return r.code }

            func contentDecode(request Request) (any, error) {
            	return nil, Skip{fmt.Sprintf("%s of %d bytes: not written yet", request.ObjectName, len(request.Bytes))}
            }

            var operations = map[string]func(Request) (any, error){"content.decode": contentDecode}

            func hello() any {
            	names := []string{}
            	for name := range operations {
            		names = append(names, name)
            	}
            	sort.Strings(names)
            	return map[string]any{
            		"name": "my-testee", "version": "0.1", "language": "Go", "protocol": 1, "operations": names,
            	}
            }

            func answer(request Request) map[string]any {
            	if request.Op == "hello" {
            		return map[string]any{"id": request.ID, "ok": hello()}
            	}
            	operation, found := operations[request.Op]
            	if !found {
            		return map[string]any{"id": request.ID, "skipped": "no such operation"}
            	}
            	value, err := operation(request)
            	var refusal Refuse
            	switch {
            	case err == nil:
            		return map[string]any{"id": request.ID, "ok": value}
            	case errors.As(err, &refusal):
            		return map[string]any{"id": request.ID, "error": map[string]any{"code": refusal.code}}
            	default:
            		return map[string]any{"id": request.ID, "skipped": err.Error()}
            	}
            }

            func main() {
            	lines := bufio.NewScanner(os.Stdin)
            	lines.Buffer(nil, 9<<20) // requests have up to 8 MiB (TST-004)
            	for lines.Scan() {
            		var request Request
            		if err := json.Unmarshal(lines.Bytes(), &request); err != nil && request.ID == 0 {
            			continue
            		}
            		text, err := json.Marshal(answer(request))
            		if err != nil {
            			fmt.Fprintln(os.Stderr, err)
            			os.Exit(1)
            		}
            		os.Stdout.Write(append(text, '\n')) // unbuffered: a runner waits for each line (TST-003)
            	}
            }

            """#)
}
