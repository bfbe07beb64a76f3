// GET /plants with Go's standard library: go run . 8080
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

type plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type apiError struct {
	Error   int    `json:"error"`
	Message string `json:"message"`
}

// The plants of each user, by token.
var plants = map[string][]plant{
	"token-alice": {{"Monstera deliciosa", "aroid"}, {"Ginkgo biloba", "tree"}, {"Aloe vera", ""}},
	// This list is empty but not nil, because Go encodes a nil slice as null.
	"token-bob": {},
}

func main() {
	server := http.Server{
		Addr:              "127.0.0.1:" + os.Args[1],
		Handler:           http.HandlerFunc(serve),
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}

func serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/plants" {
		fail(w, http.StatusNotFound, "there is only /plants")
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "only GET and HEAD are allowed")
		return
	}
	list, known := plants[readToken(r)]
	if !known {
		challenge := `Bearer realm="plants"`
		if r.Header.Get("Authorization") != "" {
			challenge += `, error="invalid_token"`
		}
		w.Header().Set("WWW-Authenticate", challenge)
		fail(w, http.StatusUnauthorized, "send the header Authorization: Bearer <token>")
		return
	}
	limit, valid := readLimit(r.URL.RawQuery)
	if !valid {
		fail(w, http.StatusBadRequest, "limit must be an integer from 1 to 2147483647")
		return
	}
	if limit < len(list) {
		list = list[:limit]
	}
	send(w, http.StatusOK, list)
}

func readToken(r *http.Request) string {
	fields := r.Header.Values("Authorization")
	if len(fields) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(fields[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// Reads the limit. Without a limit, the largest limit applies.
func readLimit(query string) (int, bool) {
	values, err := url.ParseQuery(query)
	if err != nil || len(values["limit"]) > 1 {
		return 0, false
	}
	if !values.Has("limit") {
		return 1<<31 - 1, true
	}
	limit, err := strconv.ParseInt(values.Get("limit"), 10, 32)
	return int(limit), err == nil && limit > 0
}

func fail(w http.ResponseWriter, status int, message string) {
	send(w, status, apiError{status, message})
}

func send(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		log.Panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(body)
}
