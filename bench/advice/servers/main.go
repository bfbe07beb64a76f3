// GET /plants with net/http, correct unless MISTAKE names a topic of the advice: then it makes the mistake of that topic.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

type Plant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

type NullPlant struct {
	Name string  `json:"name"`
	Tag  *string `json:"tag"`
}

type Error struct {
	Error   int    `json:"error"`
	Message string `json:"message"`
}

type row struct {
	owner string
	plant Plant
}

var mistake = os.Getenv("MISTAKE")
var users = map[string]string{"token-Anna-7Qd2xK": "anna", "token-Ben-9Kx4mP": "ben"}
var rows = []row{
	{"anna", Plant{"Monstera deliciosa", text("aroid")}},
	{"anna", Plant{"Blütenstern", text("bulb")}},
	{"anna", Plant{"Ficus lyrata", nil}},
	{"ben", Plant{"Dionaea muscipula", text("carnivore")}},
	{"ben", Plant{"Nepenthes rajah", nil}},
}
var bearer = regexp.MustCompile(`^(?i:bearer) +(\S+)$`)
var currentUser string
var cache sync.Map

func main() {
	mux := http.NewServeMux()
	if strings.HasPrefix(mistake, "redirects") {
		mux.HandleFunc("/plants", redirect)
	} else {
		mux.HandleFunc("/plants", listPlants)
	}
	mux.HandleFunc("/v1/plants", listPlants)
	handler := allowOrigins(checkToken(mux))
	if mistake == "caching" {
		handler = replay(handler)
	}
	if mistake != "operation" {
		handler = recoverPanics(handler)
	}
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), handler)
}

func recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if problem := recover(); problem != nil {
				writeError(w, 500, "internal error")
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Origin, Accept-Encoding")
		origin := r.Header.Get("Origin")
		if mistake == "cors" && origin != "" {
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Access-Control-Allow-Credentials", "true")
		} else if origin == "https://app.example" {
			w.Header().Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			w.Header().Set("Access-Control-Allow-Headers", "Authorization")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func checkToken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		user := ""
		if match := bearer.FindStringSubmatch(header); match != nil {
			user = users[match[1]]
		}
		if mistake == "auth" {
			user = users[strings.TrimPrefix(header, "Bearer ")]
		}
		if user == "" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="plants"`)
			writeError(w, 401, "a valid token is required")
			return
		}
		r.Header.Set("X-User", user)
		next.ServeHTTP(w, r)
	})
}

func listPlants(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead && mistake != "methods" {
		w.Header().Set("Allow", "GET, HEAD")
		writeError(w, 405, "only GET and HEAD")
		return
	}
	limit := int64(len(rows))
	if values, sent := r.URL.Query()["limit"]; sent {
		number, err := strconv.ParseInt(values[0], 10, 32)
		if err != nil || number < 0 {
			writeError(w, 400, "limit must be a whole number from 0 to 2147483647")
			return
		}
		limit = number
	}
	user := r.Header.Get("X-User")
	currentUser = user
	// As a query of a database would.
	time.Sleep(time.Millisecond)
	if mistake == "concurrency" {
		user = currentUser
	}
	owned := make([]Plant, 0)
	for _, row := range rows {
		if row.owner == user || mistake == "users" {
			owned = append(owned, row.plant)
		}
	}
	if mistake == "limit" || mistake == "operation" {
		// A slice has no more elements than there are: beyond them, this panics.
		if _, sent := r.URL.Query()["limit"]; sent {
			owned = owned[:limit]
		}
	} else if limit < int64(len(owned)) {
		owned = owned[:limit]
	}
	w.Header().Set("Cache-Control", "private, no-cache")
	if r.TLS != nil || mistake == "headers" {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	}
	body, _ := json.Marshal(owned)
	if mistake != "" && writeWrong(w, r, owned, body) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
		body = compress(body)
	}
	r.Header.Del("Range")
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(body)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

/** Makes the mistake of the topic, and reports whether it has written the response. */
func writeWrong(w http.ResponseWriter, r *http.Request, owned []Plant, body []byte) bool {
	header := w.Header()
	switch mistake {
	case "lists":
		if len(owned) == 0 {
			owned = nil
		}
		header.Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(owned)
	case "members":
		nulls := make([]NullPlant, 0)
		for _, plant := range owned {
			nulls = append(nulls, NullPlant(plant))
		}
		header.Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(nulls)
	case "json":
		header.Set("Content-Type", "application/json")
		fmt.Fprint(w, "[")
		for _, plant := range owned {
			fmt.Fprintf(w, `{"name": %q},`, plant.Name)
		}
		fmt.Fprint(w, "]")
	case "content-type":
		w.WriteHeader(http.StatusOK)
		header.Set("Content-Type", "application/json")
		w.Write(body)
	case "framing":
		header.Set("Content-Type", "application/json")
		header.Set("Content-Length", strconv.Itoa(utf8.RuneCount(body)))
		w.Write(body)
	case "compression":
		header.Set("Content-Type", "application/json")
		header.Set("Content-Encoding", "gzip")
		w.Write(compress(body))
	case "conditional":
		if r.Header.Get("If-None-Match") == "" {
			return false
		}
		w.WriteHeader(http.StatusNotModified)
	default:
		return false
	}
	return true
}

func redirect(w http.ResponseWriter, r *http.Request) {
	if mistake == "redirects" {
		http.Redirect(w, r, "/v1"+r.URL.Path, http.StatusTemporaryRedirect)
		return
	}
	http.Redirect(w, r, "/v1"+r.URL.RequestURI(), http.StatusTemporaryRedirect)
}

func writeError(w http.ResponseWriter, status int, message string) {
	if mistake == "errors" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]string{"error": message})
		return
	}
	if mistake == "leaks" {
		message = string(debug.Stack())
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(Error{status, message})
}

/** A gzip;q=0 excludes gzip. */
func acceptsGzip(header string) bool {
	for _, part := range strings.Split(header, ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") && (err != nil || q > 0) {
			return true
		}
	}
	return false
}

func compress(body []byte) []byte {
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	writer.Write(body)
	writer.Close()
	return buffer.Bytes()
}

/** A cache that knows only the URL. */
func replay(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, found := cache.Load(r.URL.String()); found {
			w.Header().Set("Content-Type", "application/json")
			w.Write(body.([]byte))
			return
		}
		recorder := &recording{ResponseWriter: w, status: 200}
		r.Header.Del("Accept-Encoding")
		next.ServeHTTP(recorder, r)
		if recorder.status == 200 && r.Method == http.MethodGet {
			cache.Store(r.URL.String(), recorder.body.Bytes())
		}
	})
}

type recording struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (r *recording) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recording) Write(part []byte) (int, error) {
	r.body.Write(part)
	return r.ResponseWriter.Write(part)
}

func text(value string) *string { return &value }
